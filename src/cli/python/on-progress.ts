/** Tells Python how far a job is. */
export type OnProgress = (done: number, total: number) => void;

/** Sends Python the number of steps that are done, and of all steps. */
export type OnProgress = (done: number, total: number) => void;

/** How the items of a chunk are written as text. `read(write(items))` equals `items`. */
export interface Form<T> {
  write(items: readonly T[]): string;
  read(text: string): T[];
}

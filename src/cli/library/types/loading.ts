/** Options of everything that reads ticks. */

/** Where ticks are read from, and where they are kept once they are read. */
export interface LoadingOptions {
  /**
   * Folder of tick stores, which make a second reading quick; false for none. Default: `.orrery-cache`
   * beside each source.
   */
  readonly cache?: string | false;
}

/** Options of scenarios and studies. */
export interface ScenarioOptions extends LoadingOptions {
  /** Folders outside the project of the file that may be read. */
  readonly allowPath?: readonly string[];
  /** A folder for the record and the report, as `--out` writes it. Default: nothing is written. */
  readonly out?: string;
  /** Called while it runs. Units are ticks of a scenario, and runs of a study. */
  readonly onProgress?: (done: number, total: number) => void;
}

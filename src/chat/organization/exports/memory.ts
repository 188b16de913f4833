/** The export that is being made, and how much of it is done, from 0 to 1. */
export interface ExportProgress {
  id: number | undefined;
  progress: number;
}

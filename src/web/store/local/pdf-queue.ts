import type { PDFWorker } from 'pdfjs-dist';

/** PDF files are drawn one after the other. */
export const pdfQueue = {
  /** Settles when the last one is drawn. */
  last: Promise.resolve() as Promise<unknown>,
  /** How many are not drawn yet. */
  waiting: 0,
  /** The thread that reads them, while there are any. */
  thread: undefined as { worker: PDFWorker; process: Worker } | undefined,
};

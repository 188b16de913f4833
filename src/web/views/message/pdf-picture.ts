import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import { memoByValue, once } from '../../../shared/memo.ts';
import { PDF_WORKER, trustedScriptUrl } from '../../server/trusted-scripts.ts';
import { pdfQueue } from '../../store/local/pdf-queue.ts';

/**
 * The URL of PDF.js, inserted by scripts/web.mjs. The library is as large as the rest of the client, so it is loaded
 * with the first PDF file that is visible, and keeps its name in later builds.
 */
declare const KLATCH_PDF_SCRIPT: string;

const library = once(() => import(KLATCH_PDF_SCRIPT) as Promise<typeof import('pdfjs-dist')>);

/** The width of a picture, and its height as a part of that, in pixels. A picture shows the beginning of the page. */
const WIDTH = 832;
const HEIGHT = WIDTH * 0.45;
/** Pictures in the file with more pixels are left out. */
const MOST_PIXELS = 16_000_000;
const MOST = 60;
const CHUNK = 131_072;

/** The beginning of a PDF file's first page, as a URL; undefined if it cannot be drawn. */
export const pictureOfPdf = memoByValue(
  (href: string): Promise<string | undefined> => inTurn(() => draw(href)).catch(() => undefined),
  MOST,
);

function inTurn<T>(action: () => Promise<T>): Promise<T> {
  pdfQueue.waiting++;
  const turn = pdfQueue.last.then(action).finally(() => pdfQueue.waiting--);
  pdfQueue.last = turn.catch(() => {});
  return turn;
}

/** The thread that reads the files. It is started for the first one that waits, and ended after the last. */
async function worker(): Promise<PDFWorker> {
  const { PDFWorker } = await library();
  if (pdfQueue.thread) return pdfQueue.thread.worker;
  const process = new Worker(trustedScriptUrl(PDF_WORKER), { type: 'module' });
  pdfQueue.thread = { worker: PDFWorker.create({ port: process }), process };
  return pdfQueue.thread.worker;
}

function endThread(): void {
  pdfQueue.thread?.worker.destroy();
  pdfQueue.thread?.process.terminate();
  pdfQueue.thread = undefined;
}

async function draw(href: string): Promise<string | undefined> {
  const { getDocument } = await library();
  const loading = getDocument({
    url: href,
    worker: await worker(),
    // Fetches only the parts of the file that the first page needs.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: CHUNK,
    maxImageSize: MOST_PIXELS,
    useWasm: false,
    verbosity: 0,
  });
  try {
    return await drawFirstPage(loading);
  } finally {
    await loading.destroy();
    if (pdfQueue.waiting === 1) endThread();
  }
}

async function drawFirstPage(loading: PDFDocumentLoadingTask): Promise<string | undefined> {
  const page = await (await loading.promise).getPage(1);
  const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.min(HEIGHT, viewport.height);
  await page.render({ canvas, viewport }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return picture ? URL.createObjectURL(picture) : undefined;
}

import { errorText, loadErrorTranslations } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { csrfToken, portalError } from '../server/request.ts';
import { addUpload, changeUpload, dismissUpload, type Upload } from '../store/local/uploads.ts';
import { store } from '../store/store.ts';

/** Larger files are uploaded in parts, so that a broken connection costs little. */
const CHUNKED_FROM = 5 * 2 ** 20;

class UploadCanceled extends Error {}

export type UploadTarget = Pick<Upload, 'field' | 'draft'>;

/**
 * Uploads a file and returns its URL. Throws UploadCanceled if the user cancels. Any other error stays visible until it
 * is dismissed.
 */
export async function upload(target: UploadTarget, file: File): Promise<string> {
  const stop = new AbortController();
  const cancel = () => {
    stop.abort();
    dismissUpload(id);
  };
  const id = addUpload({ ...target, name: file.name, size: file.size, done: 0, cancel });
  const progress = (done: number) => changeUpload(id, { done });
  try {
    const url = await transfer(file, progress, stop.signal);
    dismissUpload(id);
    return url;
  } catch (error) {
    await loadErrorTranslations();
    if (!stop.signal.aborted) changeUpload(id, { reason: errorText(error) });
    throw stop.signal.aborted ? new UploadCanceled() : error;
  }
}

/** Uploads a file without listing it among the uploads, and returns its URL. */
export async function transfer(file: File, progress: (done: number) => void, signal: AbortSignal): Promise<string> {
  const limit = store.realm.peek().max_file_upload_size_mib;
  if (file.size > limit * 2 ** 20)
    throw new RequestError(`File is larger than the allowed maximum of ${limit} MiB`, 'TOO_LARGE', 413);
  if (file.size <= CHUNKED_FROM) return uploadWhole(file, progress, signal);
  const { url } = await uploadInParts(file, { metadata: {}, progress, signal });
  if (!url) throw new RequestError('The server did not say where the file is', 'UNKNOWN', 0);
  return url;
}

/** Uploads an archive for an import, in parts. Only owners can. */
export async function uploadArchive(file: File, progress: (done: number) => void, signal: AbortSignal): Promise<void> {
  await uploadInParts(file, { metadata: { purpose: 'import' }, progress, signal });
}

function uploadWhole(file: File, progress: (done: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.set('filename', file, file.name);
    request.open('POST', '/json/user_uploads');
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(loaded / total);
    request.onload = () => {
      const { url, msg, code } = (request.response ?? {}) as { url?: string; msg?: string; code?: string };
      if (request.status === 200 && url) resolve(url);
      else if (!msg && [200, 401, 403].includes(request.status)) reject(portalError(request.status));
      else reject(new RequestError(msg ?? request.statusText, code ?? 'UNKNOWN', request.status));
    };
    // A redirect of a portal to another origin is an error, too.
    request.onerror = () => reject(portalError(0));
    request.onabort = () => reject(new UploadCanceled());
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

interface PartsOptions {
  /** What the server gets besides the name and type. */
  metadata: Record<string, string>;
  progress: (done: number) => void;
  signal: AbortSignal;
}

async function uploadInParts(file: File, { metadata, progress, signal }: PartsOptions): Promise<{ url?: string }> {
  const { DefaultHttpStack, Upload: Sending } = await import('tus-js-client');
  // The server returns the absolute URL that clients with an API key use. A session is valid under /json of this page's
  // own origin.
  class Stack extends DefaultHttpStack {
    override createRequest(method: string, url: string) {
      return super.createRequest(method, new URL(url, location.href).pathname.replace('/api/v1/', '/json/'));
    }
  }
  return new Promise((resolve, reject) => {
    let answer = '';
    const upload = new Sending(file, {
      endpoint: '/json/tus',
      httpStack: new Stack({}),
      metadata: { filename: file.name, filetype: file.type, ...metadata },
      chunkSize: CHUNKED_FROM,
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => progress(sent / (total || 1)),
      onAfterResponse: (_, response) => {
        answer = response.getBody();
      },
      onError: (error) => reject(new RequestError(errorFrom(answer) ?? error.message, 'UPLOAD', 0)),
      onSuccess: () => {
        // What is complete is not deleted any more.
        signal.removeEventListener('abort', stop);
        resolve(JSON.parse(answer || '{}') as { url?: string });
      },
    });
    const stop = () => void upload.abort(true).then(() => reject(new UploadCanceled()));
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

function errorFrom(answer: string): string | undefined {
  try {
    return (JSON.parse(answer) as { msg?: string }).msg;
  } catch {
    return undefined;
  }
}

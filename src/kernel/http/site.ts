import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../errors.ts';

/** What users open in a browser, besides the API. */
export interface Site {
  /** Whether it has a page at this address. */
  has(request: IncomingMessage, path: string): boolean;
  /** Answers a request for one of its pages; false: it has none at this address. */
  take(request: IncomingMessage, response: ServerResponse, path: string, search: string): boolean;
  /** Shows an error as a page, which programs would get as JSON. */
  refuse(response: ServerResponse, error: ApiError): void;
}

/** Whether a browser opens this address as a page. */
export function isForPerson({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || /^\/(api|json)\//.test(url)) return false;
  return (headers.accept ?? '').includes('text/html');
}

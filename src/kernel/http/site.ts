import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../errors.ts';

/** What people open in a browser, beside the API. */
export interface Site {
  /** Answers a request for something of its own; false: it has nothing at this address. */
  take(request: IncomingMessage, response: ServerResponse, path: string, search: string): boolean;
  /** Tells somebody in a browser what a program is told as JSON. */
  refuse(response: ServerResponse, error: ApiError): void;
}

/** Whether a person waits for the answer: a browser opens this address as a page. */
export function isForPerson({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || /^\/(api|json)\//.test(url)) return false;
  return (headers.accept ?? '').includes('text/html');
}

import { once } from '../../shared/memo.ts';

/** The URL of the script with PDF.js's worker, inserted by scripts/web.mjs. */
declare const KLATCH_PDF_WORKER: string;
export const PDF_WORKER = KLATCH_PDF_WORKER;
export const SERVICE_WORKER = '/service-worker.js';

const URLS = [PDF_WORKER, SERVICE_WORKER];

const policy = once(() => {
  const policies = (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
    }
  ).trustedTypes;
  const createScriptURL = (url: string) => (URLS.includes(url) ? url : '');
  return policies?.createPolicy('klatch', { createScriptURL }) ?? { createScriptURL };
});

/** Returns the URL in the form that the page's Trusted Types policy requires. It allows no other URLs. */
export const trustedScriptUrl = (url: string): string => policy().createScriptURL(url);

import type { App } from '../../../app.ts';
import { type Answer, ForbiddenAddress, post } from '../../../kernel/http/outgoing.ts';
import type { Call } from './types.ts';

/** The timeout of a webhook, ms. */
const TIMEOUT = 10_000;

/** Why an answer is not posted that is not in the format of the webhook. */
export const UNREADABLE = 'its answer cannot be read';

/** What a webhook answered, or why it failed. `isTemporary`: another attempt may succeed. */
export type Outcome = { answer: Answer } | { status: number | null; error: string; isTemporary: boolean };

/** Sends a request to a webhook. */
export async function callWebhook(app: App, { url, headers, body }: Call): Promise<Outcome> {
  const allowPrivate = app.config.choices.allowPrivateWebhooks === true;
  try {
    const { 'Content-Type': type = '', ...others } = headers;
    const answer = await post(url, type, body, { allowPrivate, timeout: TIMEOUT, headers: others });
    const { status } = answer;
    if (status >= 200 && status < 300) return { answer };
    const isTemporary = status >= 500 || status === 429 || status === 408;
    return { status, error: `it answered with status ${status}`, isTemporary };
  } catch (error) {
    return { status: null, error: connectionError(error as Error), isTemporary: !(error instanceof ForbiddenAddress) };
  }
}

function connectionError(error: Error): string {
  if (error instanceof ForbiddenAddress) return 'its address is one of a private network';
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  return isLate ? `it did not answer in ${TIMEOUT / 1000} seconds` : 'it could not be reached';
}

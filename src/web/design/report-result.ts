import { errorText } from '../errors/error-text.ts';
import { RequestError } from '../errors/request-error.ts';
import { toast } from './layers.tsx';

/**
 * Waits for a request and shows a toast with its error, or with `done` on success. Returns whether it succeeded. `undo`
 * adds an undo button.
 */
export async function reportResult(
  doing: Promise<unknown>,
  done?: string,
  undo?: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await doing;
    if (done) toast(done, false, undo && (() => void reportResult(undo())));
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    toast(errorText(error), true);
    return false;
  }
}

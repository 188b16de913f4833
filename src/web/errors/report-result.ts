import { toast } from '../design/layers.tsx';
import { Refusal } from '../server/request.ts';
import { reasonOf } from './error-text.ts';

/** Waits for something asked of the server; a refusal is said in passing. Whether it was done. `undo`: what takes it back, offered with what is said. */
export async function told(doing: Promise<unknown>, done?: string, undo?: () => Promise<unknown>): Promise<boolean> {
  try {
    await doing;
    if (done) toast(done, false, undo && (() => void told(undo())));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    toast(reasonOf(error), true);
    return false;
  }
}

import { execFile } from 'node:child_process';
import type { Log } from '../log.ts';
import { Turns } from '../time-slices.ts';

/** How long a hook may take until its record can be read, ms. */
const TIME_LIMIT = 10 * 60_000;

/**
 * Sets and removes TXT records with the operator's program: `HOOK set|remove NAME VALUE`. It runs once at a time,
 * because such programs rewrite a whole zone. Rejects with its last line of output; a record that stays is only logged.
 */
export function dnsRecords(hook: string, log: Log) {
  const turns = new Turns(1);
  const run = (action: 'set' | 'remove', name: string, value: string) =>
    new Promise<void>((resolve, reject) => {
      execFile(hook, [action, name, value], { timeout: TIME_LIMIT }, (error, stdout, stderr) => {
        if (!error) return resolve();
        const said = `${stdout}\n${stderr}`.trim().split('\n').at(-1)!.slice(0, 300);
        reject(new Error(`${hook} ${action} ${name} failed: ${said || describeFailure(error)}`));
      });
    });
  return async (action: 'set' | 'remove', domain: string, value: string): Promise<void> => {
    const done = turns.run(() => run(action, `_acme-challenge.${domain}`, value));
    await (action === 'set'
      ? done
      : done.catch(({ message }: Error) => log.warn({ domain, reason: message }, 'a DNS record stays')));
  };
}

function describeFailure({ code, killed }: { code?: string | number | null; killed?: boolean }): string {
  if (killed) return 'it took longer than ten minutes';
  return typeof code === 'number' ? `it ended with ${code}` : `it cannot be started (${code})`;
}

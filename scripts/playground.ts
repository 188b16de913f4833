/**
 * Starts a temporary server with users and messages, for scripts that look at the web client. The caller must kill it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** GIFs are offered, but nothing is asked for them. */
const GIFS = ['--gif-provider', 'tenor', '--gif-api-key', 'none', '--gif-url', 'http://127.0.0.1:1'];
const START = fileURLToPath(new URL('start.mjs', import.meta.url));

/** `options`: of `klatch dev`. */
export async function startPlayground(options: readonly string[] = []): Promise<{ url: string; server: ChildProcess }> {
  const given = ['--listen', '127.0.0.1:0', '--log-level', 'error', ...GIFS, ...options];
  // The server refuses variables that it does not know.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KLATCH_TEST_')));
  const server = spawn(process.execPath, [START, 'dev', ...given], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const url = await new Promise<string>((resolve) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /^listening on (http:\S+)$/m.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  return { url, server };
}

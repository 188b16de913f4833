import { Type } from 'typebox';
import { findHolder } from '../../kernel/db/lock.ts';
import { Maybe } from '../../kernel/http/schema.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import { fetchFrom, isSocketUrl } from '../connection/fetch-from.ts';
import { work } from '../declaration/command.ts';

interface Options extends CommandOptions {
  url?: string | undefined;
  timeout: number;
}

/** Asks the server on the data folder, or at this address, for its health; exit code 7 if it is not healthy. */
export const healthcheck = work({
  /** The rest is what the server answers. */
  result: Type.Object({ url: Type.String(), status: Maybe(Type.String()) }, { additionalProperties: true }),
  async run({ timeout, ...options }: Options) {
    const dataDir = dataFolder(options.data);
    const url = options.url ?? findHolder(dataDir)?.url;
    if (!url) throw new Failure(EXIT.unreachable, `No server is running with the data folder ${dataDir}`);
    if (!URL.canParse(url))
      throw new Failure(
        EXIT.usage,
        `--url must be a URL such as http://127.0.0.1:9991 or unix:/run/klatch/klatch.sock, not '${url}'`,
      );
    const { status, health } = await askHealth(url, timeout * 1000);
    if (status !== 200) {
      if (options.json) printJson({ url, ...health });
      const reason = `${status ?? 'no answer'}${health.status ? `, ${health.status}` : ''}`;
      throw new Failure(EXIT.unreachable, `${url} is unhealthy: ${reason}`);
    }
    return { url, ...health };
  },
  print: ({ url }) => say(`${url} is healthy`),
});

/** A server's health; `status` undefined: no answer. */
export async function askHealth(
  url: string,
  timeLimit: number,
): Promise<{ status: number | undefined; health: Record<string, unknown> }> {
  try {
    const server = isSocketUrl(url) ? url : new URL(url).origin;
    const reply = await fetchFrom(server, '/health', { signal: AbortSignal.timeout(timeLimit) });
    return { status: reply.status, health: (await reply.json()) as Record<string, unknown> };
  } catch {
    return { status: undefined, health: {} };
  }
}

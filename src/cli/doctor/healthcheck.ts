import { holderOf } from '../../kernel/db/lock.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import { fetchFrom, isSocketUrl } from '../connection/fetch-from.ts';

/** Asks the server on the data folder, or at this address, for its health; exit code 7 if it is not healthy. */
export async function healthcheck(options: CommandOptions & { url?: string; timeout: number }): Promise<void> {
  const dataDir = dataFolder(options.data);
  const url = options.url ?? holderOf(dataDir)?.url;
  if (!url) throw new Failure(EXIT.unreachable, `No server is running with the data folder ${dataDir}`);
  if (!URL.canParse(url))
    throw new Failure(
      EXIT.usage,
      `--url must be a URL such as http://127.0.0.1:9991 or unix:/run/klatch/klatch.sock, not '${url}'`,
    );
  const { status, health } = await healthOf(url, options.timeout * 1000);
  if (options.json) printJson({ url, ...health });
  if (status !== 200)
    throw new Failure(
      EXIT.unreachable,
      `${url} is unhealthy: ${status ?? 'no answer'}${health.status ? `, ${health.status}` : ''}`,
    );
  say(`${url} is healthy`);
}

/** A server's health; `status` undefined: no answer. */
export async function healthOf(
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

import type { App } from '../app.ts';
import { SetUpCode } from '../chat/organization/setup/memory.ts';
import { isUnowned } from '../chat/organization/setup/rules.ts';
import { FEATURE_LEVEL, VERSION } from '../kernel/config.ts';
import { inNetworks, isEverywhere, isLoopback } from '../kernel/http/own-addresses.ts';
import { commandLine, programName } from '../kernel/own-command.ts';
import { beginReporting } from '../kernel/systemd.ts';
import { say } from '../kernel/terminal/output.ts';
import type { Config } from '../settings/config.ts';

/** Whether every line of output must be JSON. */
export const isJson = ({ choices }: Config): boolean => choices.logFormat === 'json';

/** Reports that a server has started. `isNew`: this start created the data folder. */
export function reportReady(app: App, isNew: boolean): void {
  const seconds = process.uptime().toFixed(1);
  if (isJson(app.config)) app.log.info(readiness(app, seconds), 'ready');
  else say(banner(app, isNew, seconds));
  beginReporting(app.log);
}

/** Prints where it listens, for scripts. */
export function reportListening(config: Config, url: string): void {
  console.log(isJson(config) ? JSON.stringify({ listening_on: url }) : `listening on ${url}`);
}

/** The banner on start; `isNew`: this start created the data folder. */
function banner({ config, memory }: App, isNew: boolean, seconds: string): string {
  const setUpCode = memory.setup.code;
  const { dataDir } = config;
  const open = addresses(config);
  const title = `klatch ${VERSION}  (Zulip API level ${FEATURE_LEVEL})`;
  if (!setUpCode && !isNew)
    return [`${title}  ready in ${seconds} s`, `  Open  ${open.join('  ')}`, `  Data  ${dataDir}   Stop  Ctrl+C`].join(
      '\n',
    );
  const lines = [`${title.padEnd(46)} ready in ${seconds} s`, ''];
  for (const address of open) lines.push(row('Open', address));
  if (setUpCode) lines.push(...setUpRows(config, setUpCode));
  lines.push(row('Data', `${dataDir}${isNew ? '  (new)' : ''}      Stop  Ctrl+C      Help  ${programName()} help`));
  const advice = reachAdvice(config);
  return `${[...lines, ...(advice.length > 0 ? ['', ...advice] : [])].join('\n')}\n`;
}

/**
 * The same as fields of a log line. Logs are kept, so the one-time code is left out: the first owner is created with a
 * command.
 */
function readiness({ config, memory }: App, seconds: string): object {
  const setUpCode = memory.setup.code;
  return {
    version: VERSION,
    ready_in_seconds: Number(seconds),
    open: addresses(config),
    data: config.dataDir,
    ...(setUpCode && { set_up: commandLine('user create --owner you@example.com', config) }),
  };
}

/** Lets anybody with the code, which the start reports, become the first owner, unless there is one. */
export function offerSetUp(app: App): void {
  if (isUnowned(app)) app.memory.setup.code = new SetUpCode(app.clock);
}

/** Prints the link again: a process that begins to write has a code of its own. */
export function reportSetUp({ config, memory, log }: App): void {
  const { code } = memory.setup;
  if (!code) return;
  const command = commandLine('user create --owner you@example.com', config);
  if (isJson(config)) log.info({ set_up: command }, 'the organization has no owner yet');
  else say(setUpRows(config, code).join('\n'));
}

const setUpRows = (config: Config, code: SetUpCode): string[] => [
  row('Set up', `${firstUrl(config, addresses(config))}/setup#${code.text}      one-time code, valid 60 minutes`),
  row('', `or: ${commandLine('user create --owner you@example.com', config)}`),
];

const row = (name: string, text: string): string => `  ${name.padEnd(10)} ${text}`;

/** Where users open it: if it listens on all addresses, those of this machine. */
function addresses({ choices, url, domain }: Config): string[] {
  const isNamed = choices.publicUrl !== undefined || domain !== undefined;
  if (choices.socketPath !== undefined)
    return [...(isNamed ? [url] : []), `unix:${choices.socketPath}  (for a proxy on this machine)`];
  if (isNamed || !isEverywhere(choices.host)) return [url];
  return [...inNetworks(url).slice(0, 2), url];
}

/** A Unix socket has no URL: the proxy's is used, or a placeholder. */
const firstUrl = ({ choices, url }: Config, open: readonly string[]): string =>
  choices.socketPath !== undefined && !choices.publicUrl ? 'https://YOUR-PROXY' : choices.publicUrl ? url : open[0]!;

/** How to let others reach a server that only this computer reaches, or that has no HTTPS. */
function reachAdvice(config: Config): string[] {
  const { choices, domain, port } = config;
  if (choices.publicUrl || domain || choices.tlsCert) return [];
  if (choices.socketPath !== undefined)
    return ['  Set the URL that users open:  --public-url https://chat.example.com --behind-proxy'];
  const secure = commandLine('serve chat.example.com', config);
  if (!isLoopback(choices.host)) return [`  Without HTTPS, others can read the traffic. With HTTPS:  ${secure}`];
  return [
    `  Only this computer can connect. To let your network in:  ${commandLine(`--listen :${port}`, config)}`,
    `  Public server with HTTPS:                                ${secure}`,
  ];
}

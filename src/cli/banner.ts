import type { App } from '../app.ts';
import { FEATURE_LEVEL, VERSION } from '../kernel/config.ts';
import { inNetworks, isEverywhere, isLoopback } from '../kernel/http/own-addresses.ts';
import { inExecutable } from '../kernel/shipped.ts';

/** What a start says to who started it; `isNew`: the data folder was made by it. */
export function banner({ config, setUpCode }: App, isNew: boolean, seconds: string): string {
  const { dataDir, choices } = config;
  const open = addresses(choices.host, config.url, choices.publicUrl !== undefined || config.domain !== undefined);
  const title = `klatch ${VERSION}  (Zulip API level ${FEATURE_LEVEL})`;
  if (!setUpCode && !isNew)
    return [`${title}  ready in ${seconds} s`, `  Open  ${open.join('  ')}`, `  Data  ${dataDir}   Stop  Ctrl+C`].join(
      '\n',
    );
  const lines = [`${title.padEnd(46)} ready in ${seconds} s`, ''];
  for (const address of open) lines.push(row('Open', address));
  if (setUpCode)
    lines.push(
      row('Set up', `${open[0]}/setup#${setUpCode.text}      one-time code, valid 60 minutes`),
      row('', `or: ${NAME} user create --owner you@example.com`),
    );
  lines.push(row('Data', `${dataDir}${isNew ? '  (new)' : ''}      Stop  Ctrl+C      Help  ${NAME} help`));
  if (isLoopback(choices.host) && !choices.publicUrl && !config.domain)
    lines.push(
      '',
      `  Only this computer can connect. Others on your network:  ${NAME} --listen :${config.port}`,
      `  Public server with HTTPS:                                ${NAME} serve chat.example.com`,
    );
  else if (!choices.publicUrl && !config.domain && !choices.tlsCert)
    lines.push('', `  Without HTTPS everybody on the way can read along. With it:  ${NAME} serve chat.example.com`);
  return `${lines.join('\n')}\n`;
}

const row = (name: string, text: string): string => `  ${name.padEnd(10)} ${text}`;

/** How the program is called from where it was started. */
const NAME = inExecutable ? process.argv0 : 'klatch';

/** Where people open it: on all addresses, this machine's own in its networks. */
function addresses(host: string, url: string, isNamed: boolean): string[] {
  if (isNamed || !isEverywhere(host)) return [url];
  return [...inNetworks(url).slice(0, 2), url];
}

import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { servesMetrics } from '../../chat/monitoring/views.ts';
import { FEATURE_LEVEL, VERSION } from '../../kernel/config.ts';
import { announce } from '../../kernel/db/lock.ts';
import { answerCommand, CONTROL_PATH, type Control, isControl, type Outcome } from '../../kernel/http/control.ts';
import { GracefulShutdown } from '../../kernel/http/graceful-shutdown.ts';
import type { Log } from '../../kernel/log.ts';
import { Metrics } from '../../kernel/metrics.ts';
import { commandLine, programName } from '../../kernel/own-command.ts';
import { beginReporting } from '../../kernel/systemd.ts';
import type { Exporter } from '../../kernel/telemetry/exporter.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import type { Config } from '../../settings/config.ts';
import { STOP_TIMEOUT } from '../app-server.ts';
import { compileLean, tidy } from '../free-memory.ts';
import { HostCertificates } from '../listeners/host-certificates.ts';
import { type Listeners, openListeners } from '../listeners/listeners.ts';
import type { Beginning, Server } from '../server.ts';
import { isJson, reportListening } from '../startup-report.ts';
import { Hosting } from './hosting.ts';
import { OPEN, RESCAN } from './messages.ts';

/** Opens the server of all organizations of the folder, which this process has locked. Throws Failure. */
export async function openOrganizationsServer({ options, config, log }: Beginning): Promise<Server> {
  const { choices, dataDir: folder } = config;
  if (config.domain !== undefined || choices.publicUrl !== undefined)
    throw new Failure(EXIT.usage, 'Each organization has its own URL. Remove the domains and --public-url');
  const certificates = choices.organizationCertificates ? new HostCertificates({ config, log }) : undefined;
  const listeners = await openListeners({ config, log }, certificates);
  compileLean();
  // Each organization unlocks its folder when the process exits.
  process.setMaxListeners(0);
  const isExported = choices.otlpEndpoint !== undefined;
  const metrics = isExported || servesMetrics(config) ? new Metrics() : undefined;
  const hosting = new Hosting({ folder, options, config, log, local: listeners.local, metrics });
  const rescan = () => {
    hosting.rescan();
    certificates?.keep(hosting.hosts);
  };
  const control = createControl(rescan, hosting);
  const shutdown = new GracefulShutdown();
  let telemetry: Exporter | undefined;
  return {
    async start() {
      if (isExported) {
        const { exportServerMetrics } = await import('../telemetry.ts');
        telemetry = exportServerMetrics(() => ({ config, metrics: metrics!, ...hosting.counts }), log);
      }
      listeners.answerWith(
        shutdown.trackResponses(withControl(control, metrics?.countRequests(hosting.answer) ?? hosting.answer)),
      );
      announce(folder, listeners.local, control.token);
      hosting.start();
      certificates?.keep(hosting.hosts);
      announceReady(config, listeners, hosting, log);
      setTimeout(tidy, 1000).unref();
    },
    reload() {
      listeners.reload();
      rescan();
      certificates?.retry();
    },
    backUp: () => hosting.backUpAll(),
    async stop() {
      hosting.leave();
      certificates?.stop();
      await shutdown.close(listeners.all, STOP_TIMEOUT);
      await hosting.finish();
      await telemetry?.close();
    },
  };
}

function announceReady(config: Config, listeners: Listeners, hosting: Hosting, log: Log): void {
  const seconds = process.uptime().toFixed(1);
  const { organizations } = hosting.counts;
  if (isJson(config))
    log.info({ version: VERSION, ready_in_seconds: Number(seconds), data: config.dataDir, organizations }, 'ready');
  else say(banner(config, organizations, seconds));
  beginReporting(log);
  reportListening(config, listeners.url);
}

function banner({ dataDir }: Config, organizations: number, seconds: string): string {
  const title = `klatch ${VERSION}  (Zulip API level ${FEATURE_LEVEL})  ready in ${seconds} s`;
  const served = `  ${organizations} organization${organizations === 1 ? '' : 's'} in ${dataDir}   Stop  Ctrl+C`;
  const first = commandLine('organization create NAME --host chat.example.com --owner you@example.com', {
    organizations: dataDir,
  });
  return [
    title,
    served,
    ...(organizations === 0 ? [`  Create one:  ${first}`] : [`  Help  ${programName()} help`]),
  ].join('\n');
}

/** The commands to the process, as opposed to those to an organization. */
const createControl = (rescan: () => void, hosting: Hosting): Control => ({
  token: randomBytes(32).toString('hex'),
  async run(command) {
    if (command === RESCAN) rescan();
    else if (command.startsWith(OPEN)) await hosting.open(command.slice(OPEN.length));
    else throw new Error('This folder has many organizations. Choose one with --organization NAME');
    return {};
  },
});

const withControl =
  (control: Control, answer: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(CONTROL_PATH) || !isControl(control, request, url)) return answer(request, response);
    request.resume();
    const outcome = control.run(url.slice(CONTROL_PATH.length), {}).then(
      (result): Outcome => ({ result }),
      ({ message }: Error): Outcome => ({ refused: message, status: 400, code: 'BAD_REQUEST' }),
    );
    void answerCommand(response, outcome);
  };

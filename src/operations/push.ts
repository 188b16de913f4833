import { Type } from 'typebox';
import type { App } from '../app.ts';
import { PushFailed } from '../chat/notifications/push/bouncer-client.ts';
import {
  registerServer,
  transferRegistration,
  unregisterServer,
} from '../chat/notifications/push/registration-jobs.ts';
import { configuredAccount, readRegistration } from '../chat/notifications/push/registration-rules.ts';
import { countAccounts, organizationFacts } from '../chat/notifications/push/registration-views.ts';
import { ZULIPS_SERVICE } from '../chat/notifications/push/types.ts';
import { DeliveryFailure } from '../chat/notifications/targets/types.ts';
import { settingsChange } from '../chat/organization/audit-log/types.ts';
import { ApiError, badRequest, notFound } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { requireActor } from './accounts.ts';
import { operation } from './operation.ts';

/** Where and as what to register. */
interface Asked {
  service: string;
  email?: string | undefined;
  hostname?: string | undefined;
}

const Account = { service: Type.String(), hostname: Type.String(), contact_email: Type.String() };
const Time = Nullable(Type.Integer());

export const pushOperations = {
  /** What `push-register` would send, for the operator to agree to. */
  'push-proposal': operation({
    result: Type.Object({
      ...Account,
      /** Null: it must be asked of the service. */
      terms: Nullable(Type.String()),
      uploads: Type.Record(Type.String(), Type.Unknown()),
    }),
    audit: 'reads',
    run(app, asked: Asked) {
      const { url: service, hostname, email: contact_email } = chooseAccount(app, asked);
      const { people, bots } = countAccounts(app);
      const uploads = { ...organizationFacts(app), people_by_role: people, bots };
      const terms = service === ZULIPS_SERVICE ? 'https://zulip.com/policies/terms' : null;
      return { service, hostname, contact_email, terms, uploads };
    },
  }),
  'push-register': operation({
    result: Type.Object({ ...Account, delivers: Nullable(Type.Boolean()), upload_failure: Nullable(Type.String()) }),
    audit: settingsChange('push_service'),
    async run(app, { agreesToTerms, transfer, ...asked }: Asked & { agreesToTerms: boolean; transfer?: boolean }) {
      if (!agreesToTerms) throw badRequest('Agree to the terms of the push service first');
      const account = chooseAccount(app, asked);
      if (transfer) {
        requireNoRegistration(app);
        await explainFailure(account.url, () => transferRegistration(app, account));
      }
      await explainFailure(account.url, () => registerServer(app, account));
      const { delivers, failure } = readRegistration(app)!;
      const { url: service, hostname, email: contact_email } = account;
      return { service, hostname, contact_email, delivers, upload_failure: failure };
    },
  }),
  'push-status': operation({
    result: Type.Object({
      /** Where the ID and the key come from: the operator's settings, or `push register`. */
      source: Type.Enum(['settings', 'registration', 'none']),
      service: Nullable(Type.String()),
      server_id: Nullable(Type.String()),
      hostname: Nullable(Type.String()),
      contact_email: Nullable(Type.String()),
      registered: Time,
      uploaded: Time,
      upload_failure: Nullable(Type.String()),
      delivers: Nullable(Type.Boolean()),
      phones: Type.Integer(),
      last_success: Time,
      last_failure: Time,
      failure: Nullable(DeliveryFailure),
    }),
    audit: 'reads',
    run: (app) => ({
      ...describeAccount(app),
      phones: app.devices.countAll()!,
      last_success: app.devices.lastSuccess() ?? null,
      ...(app.devices.lastFailure() ?? { last_failure: null, failure: null }),
    }),
  }),
  'push-unregister': operation({
    result: Type.Object({ service: Type.String() }),
    audit: settingsChange('push_service'),
    async run(app, { onlyHere }: { onlyHere?: boolean | undefined }) {
      const account = readRegistration(app);
      if (!account) throw notFound('This server is not registered with a push service by klatch push register');
      await explainFailure(account.url, () => unregisterServer(app, account, !!onlyHere));
      return { service: account.url };
    },
  }),
};

/** Fills in what was not named. Throws ApiError if this server cannot be registered with it. */
function chooseAccount(app: App, { service, email, hostname }: Asked) {
  if (configuredAccount(app))
    throw badRequest('The settings push-service-url, -id and -key name a push service. Remove them first');
  const before = readRegistration(app);
  if (before && before.registered !== null && before.url !== service)
    throw badRequest(`This server is registered with ${before.url}. Run push unregister first`);
  const contact = email ?? before?.email ?? requireActor(app, {}).email;
  const name = hostname ?? before?.hostname ?? app.config.realmHost;
  if (!/^[\w.:-]{1,128}$/.test(name)) throw badRequest('The host name must be one such as chat.example.com');
  if (!/^[^\s@<>]{1,64}@[\w.-]{1,189}$/.test(contact))
    throw badRequest('Enter a contact address such as me@example.com');
  return { url: service, hostname: name, email: contact };
}

/** A transfer would leave this server's own registration behind. */
function requireNoRegistration(app: App): void {
  const registration = readRegistration(app);
  if (registration && registration.registered !== null)
    throw badRequest(`This server is registered as ${registration.hostname}. Run push unregister first`);
}

function describeAccount(app: App) {
  const configured = configuredAccount(app);
  const none = {
    hostname: null,
    contact_email: null,
    registered: null,
    uploaded: null,
    upload_failure: null,
    delivers: null,
  };
  if (configured) return { source: 'settings' as const, service: configured.url, server_id: configured.id, ...none };
  const registration = readRegistration(app);
  if (registration?.registered == null) return { source: 'none' as const, service: null, server_id: null, ...none };
  const { url, id, hostname, email, registered, uploaded, failure, delivers } = registration;
  return {
    source: 'registration' as const,
    service: url,
    server_id: id,
    hostname,
    contact_email: email,
    registered,
    uploaded,
    upload_failure: failure,
    delivers,
  };
}

/** Says what the service answered, and what to do. */
async function explainFailure(service: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    if (error.code === 'HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR')
      throw new ApiError(
        400,
        error.code,
        'Another server is registered with this host name. If that name leads to this server now, run push register ' +
          '--transfer. The other server is then no longer registered',
      );
    throw new ApiError(
      400,
      error.code || 'PUSH_SERVICE_FAILED',
      `The push service ${service} failed: ${error.message}`,
    );
  }
}

import { ZULIPS_SERVICE } from '../../chat/notifications/push/types.ts';
import { harmless, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import type { Result } from '../../operations/operations.ts';
import { type InputOf, localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import { flag, serverUrl, textFlag, usualFlag } from '../declaration/parameters.ts';

const REGISTER = {
  flags: {
    service: usualFlag('<url>', 'the push service', ZULIPS_SERVICE, serverUrl),
    hostname: textFlag('<host>', 'name to register (default: the host name of this server)'),
    email: textFlag('<email>', 'contact address (default: that of the first owner)'),
    transfer: flag('take over the registration of the host name from another server'),
    agreeToTerms: flag('agree to the terms of the service without being asked'),
  },
};
export type RegisterInput = InputOf<typeof REGISTER>;

/** The service through which Zulip's apps are notified. */
export const pushNoun: Noun = {
  about: 'register with the push service that notifies Zulip’s apps',
  commands: {
    register: localCommand({
      about: 'show what is uploaded and the terms, and register this server after a question',
      ...REGISTER,
      audit: 'parts',
      load: async () => (await import('./register.ts')).register,
    }),
    status: operationCommand({
      about: 'show where this server is registered, and how the last notifications went',
      operation: 'push-status',
      print: printStatus,
    }),
    unregister: operationCommand({
      about: 'end the registration of this server; phones are no longer notified',
      flags: { onlyHere: flag('delete the registration here without telling the service') },
      operation: 'push-unregister',
      print: ({ service }) => say(`This server is no longer registered with ${service}.`),
    }),
  },
};

function printStatus(status: Result<'push-status'>): void {
  if (status.source === 'none') {
    say('This server is registered with no push service, so Zulip’s apps are not notified. See push register.');
    return;
  }
  if (status.source === 'settings')
    say(`The settings name the push service ${status.service}, with the ID ${status.server_id}.`);
  else printRegistration(status);
  const { phones, last_success, last_failure, failure } = status;
  say(`${countWords(phones, 'phone')} registered here.`);
  say(last_success === null ? 'No notification was delivered yet.' : `Last delivery: ${formatTime(last_success)}.`);
  if (last_failure !== null)
    say(`Last failure: ${formatTime(last_failure)}: ${failure === null ? 'it works again' : FAILURES[failure]}.`);
}

function printRegistration(status: Result<'push-status'>): void {
  const { service, hostname, contact_email, registered, uploaded, upload_failure, delivers } = status;
  say(`Registered with ${service} as ${hostname} (contact ${contact_email}) since ${formatTime(registered!)}.`);
  if (uploaded !== null) say(`The facts about the organization were uploaded: ${formatTime(uploaded)}.`);
  if (upload_failure !== null) say(`The last upload of these facts failed: ${harmless(upload_failure)}.`);
  if (delivers === false)
    say('The service does not deliver for this organization. See its plans, or ask it with the contact address.');
}

const FAILURES: Readonly<Record<NonNullable<Result<'push-status'>['failure']>, string>> = {
  unreachable: 'the push service did not answer',
  unauthorized: 'the push service rejected the key',
  private: 'the address is in a private network',
  unregistered: 'the push service no longer knows the phone',
  rejected: 'the push service rejected the notification',
};

const formatTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

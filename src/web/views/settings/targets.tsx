import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Bell, Globe, Mail, Plus } from '../../design/icons.ts';
import { BellRing, Smartphone } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { AddAddress, type Address, AddressButtons } from './ntfy.tsx';
import { BrowserButton, browserHint, testThisBrowser } from './this-browser.tsx';

type Target = Reply<'GET /notification_targets'>['targets'][number];
type Failure = NonNullable<Target['failure']>;
type Service = 'push' | 'ntfy' | 'mail';

const SERVICES: Record<Target['kind'], Service> = { browser: 'push', phone: 'push', ntfy: 'ntfy', mail: 'mail' };
const ICONS: Record<Target['kind'], IconNode> = { browser: Globe, phone: Smartphone, ntfy: BellRing, mail: Mail };

const FAILURES: Record<Service, Partial<Record<Failure, () => string>> & { rejected: () => string }> = {
  push: {
    unreachable: () => t('The push service can’t be reached.'),
    unregistered: () => t('The push service no longer knows this device.'),
    rejected: () => t('The push service rejected the notification.'),
  },
  ntfy: {
    unreachable: () => t('The ntfy server can’t be reached.'),
    unauthorized: () => t('The ntfy server rejected the access token, or requires one.'),
    private: () => t('This server doesn’t send to addresses in private networks. Ask an administrator.'),
    rejected: () => t('The ntfy server rejected the notification.'),
  },
  mail: {
    unreachable: () => t('The mail server can’t be reached.'),
    rejected: () => t('The mail server rejected the e-mail.'),
  },
};

const failureText = (kind: Target['kind'], failure: Failure): string => {
  const texts = FAILURES[SERVICES[kind]];
  return (texts[failure] ?? texts.rejected)();
};

/** Where the user's notifications arrive, with what became of the last one, and a test for each. */
export function TargetsSection() {
  const targets = useSignal<readonly Target[]>([]);
  const addresses = useSignal<readonly Address[]>([]);
  const load = async () => {
    const [listed, topics] = await Promise.all([request('GET /notification_targets'), request('GET /ntfy/addresses')]);
    targets.value = listed.targets;
    addresses.value = topics.addresses;
  };
  useEffect(() => void reportResult(load()), []);
  const current = targets.value.find(({ is_current }) => is_current);
  return (
    <SettingsSection part="targets" title={t('Where notifications arrive')}>
      <ul class="lines">
        <ThisBrowserRow target={current} load={load} />
        {targets.value
          .filter((target) => target !== current)
          .map((target) => (
            <TargetRow key={target.id} target={target} load={load}>
              {addresses.value
                .filter(({ id }) => `ntfy-${id}` === target.id)
                .map((address) => (
                  <AddressButtons key={address.id} address={address} load={load} />
                ))}
            </TargetRow>
          ))}
      </ul>
      <p class="settings-note">
        {t(
          'ntfy is a free app that receives notifications without an account. Add an address here, and subscribe to it in the app. The ntfy server sees when you receive notifications, and their text only if you include it. iPhones need a server that relays through ntfy.sh.',
        )}
      </p>
      <Button icon={Plus} onClick={() => (dialog.value = <AddAddress load={load} />)}>
        {t('Add ntfy address…')}
      </Button>
    </SettingsSection>
  );
}

function statusText({ kind, state, failure, last_failure, last_success }: Target): string {
  if (state === 'off') return t('Turned off in the table above.');
  if (state === 'unavailable')
    return kind === 'mail'
      ? t('The server doesn’t send e-mail. The server administrator can set it up.')
      : t('This server doesn’t send mobile notifications.');
  if (failure !== null) return `${failureText(kind, failure)} (${formatTimeOrDay(last_failure!)})`;
  return last_success === null
    ? t('No notification was sent yet.')
    : t('Last notification {time}', { time: formatTimeOrDay(last_success) });
}

interface RowProps {
  icon: IconNode;
  name: string;
  status: string;
  /** Sends a test. Resolves with what became of it, in words. */
  test: () => Promise<string>;
  testLabel: string;
  disabled?: boolean;
  children?: ComponentChildren;
}

function Row({ icon, name, status, test, testLabel, disabled = false, children }: RowProps) {
  const result = useSignal('');
  const busy = useSignal(false);
  const run = async () => {
    busy.value = true;
    result.value = '';
    result.value = await test().catch(errorText);
    busy.value = false;
  };
  return (
    <li class="line line-tall">
      <Icon of={icon} />
      <span class="line-body">
        <span class="line-name" dir="auto">
          {name}
        </span>
        <output class="line-note line-note-wrapped">{result.value || status}</output>
      </span>
      {children}
      <Button kind="quiet" icon={Bell} label={testLabel} disabled={disabled || busy.value} onClick={() => void run()} />
    </li>
  );
}

function TargetRow({
  target,
  load,
  children,
}: {
  target: Target;
  load: () => Promise<void>;
  children: ComponentChildren;
}) {
  const { id, kind, state } = target;
  const name = kind === 'phone' ? t('Zulip app on {system}', { system: target.name }) : target.name;
  const test = async () => {
    const { failure } = await request('POST /notification_targets/{id}/test', { id });
    await load();
    return failure === null ? t('Sent. It should arrive within seconds.') : failureText(kind, failure);
  };
  return (
    <Row
      icon={ICONS[kind]}
      name={name}
      status={statusText(target)}
      test={test}
      testLabel={t('Send test notification to {name}', { name })}
      disabled={state === 'unavailable'}
    >
      {children}
    </Row>
  );
}

/** The browser that shows the page, which is a target only once it is subscribed to a push service. */
function ThisBrowserRow({ target, load }: { target: Target | undefined; load: () => Promise<void> }) {
  return (
    <Row
      icon={Globe}
      name={t('This browser')}
      status={[browserHint(), target && statusText(target)].filter(Boolean).join(' · ')}
      test={async () => {
        const result = await testThisBrowser();
        await load();
        return result;
      }}
      testLabel={t('Send test notification')}
    >
      <BrowserButton />
    </Row>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CopyField } from '../../design/copy.tsx';
import { useForm } from '../../design/form-dialog.tsx';
import { ChevronLeft } from '../../design/more-icons.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { DestinationFields } from '../administration/destination-fields.tsx';
import { Rendered } from '../message/rendered.tsx';
import { type Address, Addresses, describePlace, sendTo } from './addresses.tsx';
import { createAddress } from './create.tsx';
import type { Integration } from './integration.ts';
import { TemplateEditor } from './template.tsx';

export const BackLink = () => (
  <a class="back" href="#organization/integrations">
    <Icon of={ChevronLeft} size={16} />
    {t('Integrations')}
  </a>
);

/** What one app posts, how to connect it, and the addresses that exist. */
export function Service({ integration }: { integration: Integration }) {
  const { name, display_name, category } = integration;
  const found = useIntegration(name);
  const addresses = useSignal<readonly Address[]>([]);
  /** The log of the address shows what was sent. */
  const sent = useSignal(0);
  const load = () =>
    request('GET /webhooks', {}).then(
      ({ webhooks }) => void (addresses.value = webhooks.filter(({ service }) => service === name)),
      () => undefined,
    );
  useEffect(() => void load(), []);
  const mayCreate =
    hasRealmPermission('can_create_bots_group') || hasRealmPermission('can_create_write_only_bots_group');
  return (
    <>
      <BackLink />
      {mayCreate && (
        <Connect integration={integration} setup={typeof found === 'object' ? found.setup : null} onCreated={load} />
      )}
      {addresses.value.length > 0 && <Addresses key={sent.value} all={addresses.value} onChanged={load} />}
      {category === 'custom' ? (
        <OwnTemplate integration={integration} found={found} />
      ) : (
        <SettingsSection title={t('What {name} posts', { name: display_name })}>
          <Samples found={found} to={addresses.value.at(-1)} onSent={() => void (sent.value += 1)} />
        </SettingsSection>
      )}
    </>
  );
}

interface ConnectProps {
  integration: Integration;
  /** HTML: how to use the address, where the app has no field for webhooks. */
  setup: string | null;
  onCreated: () => void;
}

/** Creates an address in one step, and says what to do with it. */
function Connect({ integration, setup, onCreated }: ConnectProps) {
  const { display_name: name } = integration;
  const channel = useSignal(-1);
  const topic = useSignal('');
  const created = useSignal('');
  const { busy, wrong, props } = useForm(async () => {
    created.value = await createAddress(integration, channel.peek(), topic.peek().trim());
    onCreated();
  }, true);
  return (
    <SettingsSection title={t('Connect {name}', { name })}>
      <form {...props}>
        <ol class="steps">
          <li>
            {t('Choose where its messages go, and create an address.')}
            <div class="form-row">
              <DestinationFields channel={channel} topic={topic} />
            </div>
            <Button type="submit" kind="primary" disabled={busy}>
              {t('Create address')}
            </Button>
            {wrong && <p class="form-wrong">{wrong}</p>}
          </li>
          <li>
            {t('In {name}, add a webhook with this URL. The URL is shown only once.', { name })}
            {created.value && <CopyField label={t('Webhook URL')} text={created.value} />}
            {setup && <Rendered html={setup} />}
          </li>
          <li>{t('Send a sample, or wait for the first delivery.')}</li>
        </ol>
      </form>
    </SettingsSection>
  );
}

/** What the server knows of an app; an error text if it does not answer, and undefined before. */
type Found = Reply<'GET /integrations/{service}'> | string | undefined;

function useIntegration(name: string): Found {
  const found = useSignal<Found>(undefined);
  useEffect(() => {
    request('GET /integrations/{service}', { service: name }).then(
      (reply) => void (found.value = reply),
      (error) => void (found.value = errorText(error)),
    );
  }, []);
  return found.value;
}

/** The template of an app of the organization, for those who may change it. */
function OwnTemplate({ integration: { name, display_name }, found }: { integration: Integration; found: Found }) {
  if (typeof found !== 'object') return found ? <p class="form-wrong">{found}</p> : null;
  const { template } = found;
  const id = Number(name.replace('custom_', ''));
  return template === null ? null : <TemplateEditor template={{ id, name: display_name, text: template }} all={[]} />;
}

interface SamplesProps {
  found: Found;
  /** The newest address of the app; undefined: there is none. */
  to: Address | undefined;
  onSent: () => void;
}

/** Messages about samples of the app's deliveries, as the server renders them. Each can be sent to an address. */
function Samples({ found, to, onSent }: SamplesProps) {
  if (found === undefined) return <Skeleton rows={3} label={t('Integrations')} />;
  if (typeof found === 'string') return <p class="form-wrong">{found}</p>;
  return (
    <>
      {found.samples.map(({ topic, rendered_content }, at) => (
        <article key={at} class="sample">
          <p class="sample-topic">
            <bdi>{topic}</bdi>
          </p>
          <Rendered html={rendered_content} />
          {to && (
            <Button kind="quiet" onClick={() => void sendTo(to, { sample: at }).then(onSent)}>
              {t('Send to {name}', { name: describePlace(to) })}
            </Button>
          )}
        </article>
      ))}
    </>
  );
}

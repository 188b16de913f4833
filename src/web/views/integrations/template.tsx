import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FieldError } from '../../design/field-errors.ts';
import { SelectField, TextField } from '../../design/fields.tsx';
import { confirm, FormErrorText, useForm } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { Button } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText, translateError } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { testDelivery } from '../../store/local/test-delivery.ts';
import { Rendered } from '../message/rendered.tsx';
import { type Address, describePlace } from './addresses.tsx';
import type { Integration } from './integration.ts';

type Preview = Reply<'POST /webhook_templates/preview'>['previews'][number];

const EXAMPLE = 'topic: {{ title }}\ntext: {{ message }}\n';
/** Milliseconds without typing before the preview is rendered. */
const PAUSE = 400;
/** The preview's choice of the payload that is typed below it. */
const TYPED = 0;

interface TemplateProps {
  /** undefined: a new template. */
  template?: { id: number; name: string; text: string };
  /** Those one may begin with a copy of. */
  all: readonly Integration[];
}

/** Edits what a service of the organization posts, with a preview. Administrators see it. */
export function TemplateEditor({ template, all }: TemplateProps) {
  const name = useSignal(template?.name ?? '');
  const text = useSignal(template?.text ?? EXAMPLE);
  const { busy, wrong, field, props } = useForm(async () => {
    const draft = { name: name.peek(), template: text.peek() };
    if (template) await request('PATCH /webhook_templates/{template_id}', { template_id: template.id, ...draft });
    else location.hash = getPage((await request('POST /webhook_templates', draft)).service);
    toast(t('Saved'));
  }, true);
  return (
    <SettingsSection
      title={template ? t('Template') : t('New template')}
      note={<a href="/help/integrations#write-your-own-template">{t('How to write a template')}</a>}
    >
      <form class="form template" {...props}>
        <FieldError.Provider value={field}>
          <TextField label={t('Name')} name="name" value={name} maxLength={60} required />
          {!template && <CopyField all={all} text={text} />}
          <TextField label={t('Template')} name="template" value={text} lines={14} code />
        </FieldError.Provider>
        <FormErrorText text={wrong} />
        <p class="admin-buttons">
          <Button type="submit" kind="primary" disabled={busy}>
            {t('Save')}
          </Button>
          {template && <DeleteButton id={template.id} />}
        </p>
        <TemplatePreview text={text} />
      </form>
    </SettingsSection>
  );
}

const getPage = (service: string): string => `#organization/integrations/${service}`;

const DeleteButton = ({ id }: { id: number }) => (
  <Button
    kind="quiet"
    onClick={() =>
      confirm(
        {
          title: t('Delete this template?'),
          action: t('Delete'),
          danger: true,
          act: async () => {
            await request('DELETE /webhook_templates/{template_id}', { template_id: id });
            location.hash = '#organization/integrations';
          },
        },
        <p>{t('The apps that use its addresses can no longer post.')}</p>,
      )
    }
  >
    {t('Delete')}
  </Button>
);

/** Replaces the text by that of a service. */
function CopyField({ all, text }: { all: readonly Integration[]; text: Signal<string> }) {
  const chosen = useSignal('');
  useEffect(() => {
    if (chosen.value === '') return;
    request('GET /integrations/{service}', { service: chosen.value }).then(
      ({ template }) => {
        if (template === null) toast(t('This app has no template'), true);
        else text.value = template;
      },
      (error) => toast(errorText(error), true),
    );
  }, [chosen.value]);
  const options = all.map(({ name, display_name }) => [name, display_name] as const);
  return <SelectField label={t('Begin with a copy of')} value={chosen} options={[['', t('None')], ...options]} />;
}

/** What the text posts about the last deliveries to an address, or about a payload. It follows what is typed. */
function TemplatePreview({ text }: { text: Signal<string> }) {
  const addresses = useSignal<readonly Address[]>([]);
  const chosen = useSignal(TYPED);
  const payload = useSignal(testDelivery.peek() || '{\n  "title": "Hello",\n  "message": "It works"\n}');
  useEffect(() => {
    testDelivery.value = '';
    request('GET /webhooks', {}).then(
      ({ webhooks }) => void (addresses.value = webhooks),
      () => undefined,
    );
  }, []);
  const options = addresses.value.map((one) => [one.id, `${one.service}: ${describePlace(one)}`] as const);
  return (
    <>
      <SelectField label={t('Preview with')} value={chosen} options={[[TYPED, t('The payload below')], ...options]} />
      {chosen.value === TYPED && <TextField label={t('Payload')} value={payload} lines={6} code />}
      <Previews text={text.value} address={chosen.value} payload={payload.value} />
    </>
  );
}

/** A payload, or a delivery as in a log, with its headers. Throws SyntaxError. */
function parseDelivery(text: string) {
  const value = JSON.parse(text) as unknown;
  const isDelivery = typeof value === 'object' && value !== null && 'payload' in value && 'headers' in value;
  return isDelivery ? (value as { payload: unknown }) : { payload: value };
}

function Previews({ text, address, payload }: { text: string; address: number; payload: string }) {
  const found = useSignal<readonly Preview[]>([]);
  const wrong = useSignal('');
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    const show = (previews: readonly Preview[], reason: string) => {
      if (mine !== turn.current) return;
      found.value = previews;
      wrong.value = reason;
    };
    const timer = setTimeout(() => {
      render(text, address, payload).then(
        (previews) => show(previews, ''),
        (error) => show([], error instanceof SyntaxError ? t('The payload is not valid JSON') : errorText(error)),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, address, payload]);
  return (
    <div class="previews" role="status">
      {wrong.value && <p class="form-wrong">{wrong.value}</p>}
      {found.value.map((one, at) => (
        <PreviewedMessage key={at} preview={one} />
      ))}
    </div>
  );
}

async function render(template: string, address: number, payload: string): Promise<readonly Preview[]> {
  const chosen = address === TYPED ? { delivery: parseDelivery(payload) } : { webhook_id: address };
  const { previews } = await request('POST /webhook_templates/preview', { template, ...chosen });
  return Promise.all(previews.map(async (one) => ({ ...one, error: one.error && (await translateError(one.error)) })));
}

const PreviewedMessage = ({ preview: { topic, rendered_content, error } }: { preview: Preview }) => (
  <article class="sample">
    {error !== null && <p class="form-wrong">{error}</p>}
    {error === null && rendered_content === null && <p class="line-note">{t('Nothing would be posted')}</p>}
    {rendered_content !== null && (
      <>
        <p class="sample-topic" dir="auto">
          {topic}
        </p>
        <Rendered html={rendered_content} />
      </>
    )}
  </article>
);

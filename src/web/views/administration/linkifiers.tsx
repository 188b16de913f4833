import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { confirm, FormDialog } from '../../design/ask.tsx';
import { Link, Pencil, Plus, Trash2 } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Button, EmptyState, Field } from '../../design/primitives.tsx';
import { reasonOf } from '../../design/saving.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import type { Linkifier } from '../../wire.ts';
import { Rendered } from '../rendered.tsx';
import { Ordered } from './ordered.tsx';

/** Text that becomes links by itself, as #123 to the issue it names. */
export function Linkifiers() {
  const all = store.linkifiers.value;
  const { is_admin } = store.me.value;
  return (
    <>
      <section class="settings-section" aria-label={t('Linkifiers')}>
        <header class="admin-tools">
          <p class="settings-note">{t('Text of a pattern becomes a link. Where two fit, the upper one wins.')}</p>
          {is_admin && (
            <Button kind="primary" icon={Plus} onClick={() => (dialog.value = <LinkifierForm />)}>
              {t('Add a linkifier')}
            </Button>
          )}
        </header>
        {all.length === 0 ? (
          <EmptyState icon={Link} title={t('No linkifiers')} />
        ) : (
          <Ordered
            label={t('Linkifiers')}
            items={all}
            nameOf={({ pattern }) => pattern}
            order={is_admin ? (ids) => ask('PATCH /realm/linkifiers', { ordered_linkifier_ids: ids }) : undefined}
            render={(one) => <LinkifierLine one={one} editable={is_admin} />}
          />
        )}
      </section>
      {all.length > 0 && <Trial />}
    </>
  );
}

function LinkifierLine({ one, editable }: { one: Linkifier; editable: boolean }) {
  const { id, pattern, url_template } = one;
  return (
    <>
      <span class="line-body">
        <code class="line-name" dir="ltr">
          {pattern}
        </code>
        <code class="line-note" dir="ltr">
          {url_template}
        </code>
      </span>
      {editable && (
        <>
          <Button
            kind="quiet"
            icon={Pencil}
            label={t('Edit {name}', { name: pattern })}
            onClick={() => (dialog.value = <LinkifierForm one={one} />)}
          />
          <Button
            kind="quiet"
            icon={Trash2}
            label={t('Remove {name}', { name: pattern })}
            onClick={() =>
              confirm(
                {
                  title: t('Remove this linkifier?'),
                  action: t('Remove'),
                  danger: true,
                  act: () => ask('DELETE /realm/filters/{filter_id}', { filter_id: id }),
                },
                <p>
                  <code>{pattern}</code>
                </p>,
              )
            }
          />
        </>
      )}
    </>
  );
}

function LinkifierForm({ one }: { one?: Linkifier }) {
  const pattern = useSignal(one?.pattern ?? '');
  const template = useSignal(one?.url_template ?? '');
  const save = () => {
    const draft = { pattern: pattern.peek(), url_template: template.peek().trim() };
    return one ? ask('PATCH /realm/filters/{filter_id}', { filter_id: one.id, ...draft }) : ask('POST /realm/filters', draft);
  };
  return (
    <FormDialog
      title={one ? t('Edit a linkifier') : t('Add a linkifier')}
      action={one ? t('Save') : t('Add')}
      ready={pattern.value !== '' && template.value.trim() !== ''}
      act={save}
    >
      <Field label={t('Pattern')} hint={t('A regular expression (RE2) with named groups, as #(?P<id>[0-9]+)')}>
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            class="code-input"
            dir="ltr"
            maxLength={1000}
            spellcheck={false}
            value={pattern.value}
            onInput={(event) => (pattern.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('Address')} hint={t('With the names of the groups in braces, as https://example.com/issues/{id}')}>
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            class="code-input"
            dir="ltr"
            spellcheck={false}
            value={template.value}
            onInput={(event) => (template.value = event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** How the server would draw a text. */
function Trial() {
  const text = useSignal('');
  const html = useSignal('');
  const wrong = useSignal('');
  const look = async () => {
    try {
      wrong.value = '';
      html.value = (await ask('POST /messages/render', { content: text.peek() })).rendered;
    } catch (error) {
      wrong.value = reasonOf(error);
    }
  };
  return (
    <SettingsSection title={t('Try them')}>
      <form
        class="trial"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <input
          aria-label={t('A text to try')}
          placeholder={t('See #123 for why')}
          dir="auto"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.value.trim() === ''}>
          {t('See')}
        </Button>
      </form>
      <div class="trial-seen" aria-live="polite">
        {wrong.value ? <p class="field-wrong">{wrong.value}</p> : html.value && <Rendered html={html.value} />}
      </div>
    </SettingsSection>
  );
}

import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { confirm, FormDialog } from '../../design/ask.tsx';
import { Code, Plus, Trash2 } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { Button, EmptyState, Field, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';

/** Pages on which code of messages can be tried out. */
export function Playgrounds() {
  const all = store.playgrounds.value;
  const { is_admin } = store.me.value;
  return (
    <section class="settings-section" aria-label={t('Code playgrounds')}>
      <header class="admin-tools">
        <p class="settings-note">{t('Code blocks of the language get a button that opens them there.')}</p>
        {is_admin && (
          <Button kind="primary" icon={Plus} onClick={() => (dialog.value = <AddPlayground />)}>
            {t('Add a playground')}
          </Button>
        )}
      </header>
      {all.length === 0 ? (
        <EmptyState icon={Code} title={t('No playgrounds')} />
      ) : (
        <ul class="lines" aria-label={t('Code playgrounds')}>
          {all.map(({ id, name, pygments_language, url_template }) => (
            <li class="line" key={id}>
              <Icon of={Code} size={16} />
              <span class="line-body">
                <span class="line-name">
                  {name}
                  <span class="tag">{pygments_language}</span>
                </span>
                <code class="line-note" dir="ltr">
                  {url_template}
                </code>
              </span>
              {is_admin && (
                <Button
                  kind="quiet"
                  icon={Trash2}
                  label={t('Remove {name}', { name })}
                  onClick={() =>
                    confirm({
                      title: t('Remove {name}?', { name }),
                      action: t('Remove'),
                      danger: true,
                      act: () => ask('DELETE /realm/playgrounds/{playground_id}', { playground_id: id }),
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddPlayground() {
  const draft = useSignal({ name: '', pygments_language: '', url_template: '' });
  const put = (part: Partial<typeof draft.value>) => (draft.value = { ...draft.peek(), ...part });
  const { name, pygments_language, url_template } = draft.value;
  return (
    <FormDialog
      title={t('Add a playground')}
      action={t('Add')}
      ready={name.trim() !== '' && pygments_language.trim() !== '' && url_template.trim() !== ''}
      act={() => ask('POST /realm/playgrounds', draft.peek())}
    >
      <Field label={t('Language')} hint={t('As it is named where code begins, for instance Rust')}>
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            maxLength={40}
            value={pygments_language}
            onInput={(event) => put({ pygments_language: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('Name')} hint={t('What the button says it opens')}>
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            dir="auto"
            value={name}
            onInput={(event) => put({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('Address')} hint={t('With {code} where the code goes, as https://play.rust-lang.org/?code={code}')}>
        {(id, describedBy) => (
          <input
            id={id}
            aria-describedby={describedBy}
            class="code-input"
            dir="ltr"
            spellcheck={false}
            value={url_template}
            onInput={(event) => put({ url_template: event.currentTarget.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

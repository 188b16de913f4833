import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Code } from '../../design/more-icons.ts';
import { EmptyState, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { ListSection, RemoveButton } from './list-section.tsx';

/** Code playgrounds: external pages that run code blocks of messages. */
export function Playgrounds() {
  const all = store.playgrounds.value;
  const { is_admin } = store.me.value;
  return (
    <ListSection
      label={t('Code playgrounds')}
      about={t('Adds a button to code blocks that opens the code in an online playground.')}
      add={is_admin && { name: t('Add playground'), form: () => <AddPlayground /> }}
    >
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
                <RemoveButton
                  name={name}
                  act={() => request('DELETE /realm/playgrounds/{playground_id}', { playground_id: id })}
                >
                  <p>{t('Code blocks will no longer link to it.')}</p>
                </RemoveButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </ListSection>
  );
}

function AddPlayground() {
  const language = useSignal('');
  const name = useSignal('');
  const template = useSignal('');
  return (
    <FormDialog
      title={t('Add playground')}
      action={t('Add')}
      ready={[language, name, template].every(({ value }) => value.trim() !== '')}
      act={() =>
        request('POST /realm/playgrounds', {
          pygments_language: language.peek(),
          name: name.peek(),
          url_template: template.peek().trim(),
        })
      }
    >
      <TextField
        name="pygments_language"
        label={t('Language')}
        hint={t('The language as written at the start of a code block, for example Rust')}
        value={language}
        maxLength={40}
      />
      <TextField name="name" label={t('Name')} hint={t('Shown on the button')} value={name} maxLength={100} />
      <TextField
        name="url_template"
        label={t('URL template')}
        hint={t('Use {code} as a placeholder for the code: https://play.rust-lang.org/?code={code}')}
        value={template}
        maxLength={2000}
        code
      />
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Link } from '../../design/more-icons.ts';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Linkifier } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { Rendered } from '../message/rendered.tsx';
import { EditButton, ListSection, RemoveButton } from './list-section.tsx';
import { SortableList } from './sortable-list.tsx';

/** Linkifiers, which turn text such as #123 into links. */
export function Linkifiers() {
  const all = store.linkifiers.value;
  const { is_admin } = store.me.value;
  return (
    <>
      <ListSection
        label={t('Automatic links')}
        about={t('Turn text that matches a pattern into links. If several match, the first one is used.')}
        add={is_admin && { name: t('Add automatic link'), form: () => <LinkifierForm /> }}
      >
        {all.length === 0 ? (
          <EmptyState icon={Link} title={t('No automatic links')} />
        ) : (
          <SortableList
            label={t('Automatic links')}
            items={all}
            getName={({ pattern }) => pattern}
            order={is_admin ? (ids) => request('PATCH /realm/linkifiers', { ordered_linkifier_ids: ids }) : undefined}
            render={(one) => <LinkifierLine one={one} editable={is_admin} />}
          />
        )}
      </ListSection>
      {all.length > 0 && <Preview />}
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
          <EditButton name={pattern} form={() => <LinkifierForm one={one} />} />
          <RemoveButton
            name={pattern}
            title={t('Remove this automatic link?')}
            act={() => request('DELETE /realm/filters/{filter_id}', { filter_id: id })}
          >
            <p>
              <code>{pattern}</code>
            </p>
          </RemoveButton>
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
    return one
      ? request('PATCH /realm/filters/{filter_id}', { filter_id: one.id, ...draft })
      : request('POST /realm/filters', draft);
  };
  return (
    <FormDialog
      title={one ? t('Edit automatic link') : t('Add automatic link')}
      action={one ? t('Save') : t('Add')}
      ready={pattern.value !== '' && template.value.trim() !== ''}
      act={save}
    >
      <TextField
        name="pattern"
        label={t('Pattern')}
        hint={t('A regular expression (RE2) with named groups, for example #(?P<id>[0-9]+)')}
        value={pattern}
        maxLength={1000}
        code
      />
      <TextField
        name="url_template"
        label={t('URL template')}
        hint={t('Use the names of the groups in braces, for example https://example.com/issues/{id}')}
        value={template}
        maxLength={2000}
        code
      />
    </FormDialog>
  );
}

/** A preview of how the server renders a text. */
function Preview() {
  const text = useSignal('');
  const html = useSignal('');
  const wrong = useSignal('');
  const render = async () => {
    try {
      wrong.value = '';
      html.value = (await request('POST /messages/render', { content: text.peek() })).rendered;
    } catch (error) {
      wrong.value = errorText(error);
    }
  };
  return (
    <SettingsSection title={t('Test automatic links')}>
      <form
        class="pattern-test"
        onSubmit={(event) => {
          event.preventDefault();
          void render();
        }}
      >
        <input
          aria-label={t('Sample text')}
          placeholder={t('See #123 for details')}
          dir="auto"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.value.trim() === ''}>
          {t('Test')}
        </Button>
      </form>
      <div class="pattern-test-result" aria-live="polite">
        {wrong.value ? <p class="field-wrong">{wrong.value}</p> : html.value && <Rendered html={html.value} />}
      </div>
    </SettingsSection>
  );
}

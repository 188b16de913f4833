import { useSignal } from '@preact/signals';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Pencil, Plus } from '../../design/icons.ts';
import { Dialog, toast } from '../../design/layers.tsx';
import { TextQuote, Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { SavedSnippet } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { matchQuality } from '../../text/name-matching.ts';
import { insertWord, readField } from './text-field.ts';

const LONGEST_TITLE = 60;

/** The message box, and where the caret was: browsers may forget it while a dialog is open. */
interface Place {
  field: HTMLTextAreaElement;
  start: number;
  end: number;
}

/** The user's saved snippets: insert, edit, add. The current text of the field becomes the draft of a new one. */
export const openSnippets = (field: HTMLTextAreaElement): void => showSnippets({ field, ...readField(field) });

function showSnippets(place: Place): void {
  dialog.value = (
    <Dialog title={t('Saved snippets')} close={t('Close')}>
      <Snippets place={place} />
    </Dialog>
  );
}

function Snippets({ place }: { place: Place }) {
  const wanted = useSignal('');
  const all = [...store.snippets.value.values()].sort((a, b) => compareNames(a.title, b.title));
  const fits = (text: string) => matchQuality(wanted.value, text) !== undefined;
  const shown = wanted.value.trim() === '' ? all : all.filter(({ title, content }) => fits(title) || fits(content));
  return (
    <div class="snippets">
      {all.length > 5 && (
        <input
          type="search"
          aria-label={t('Find a snippet')}
          placeholder={t('Find a snippet')}
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
      )}
      {all.length === 0 ? (
        <EmptyState icon={TextQuote} title={t('No snippets yet')}>
          <p>{t('Save text that you use often and insert it into messages.')}</p>
        </EmptyState>
      ) : (
        <ul class="card cards">
          {shown.map((snippet) => (
            <SnippetRow key={snippet.id} place={place} snippet={snippet} />
          ))}
        </ul>
      )}
      <Button icon={Plus} onClick={() => editSnippet(place)}>
        {t('New snippet')}
      </Button>
    </div>
  );
}

function SnippetRow({ place, snippet }: { place: Place; snippet: SavedSnippet }) {
  const { id, title, content } = snippet;
  const insert = () => {
    dialog.value = undefined;
    requestAnimationFrame(() => {
      place.field.setSelectionRange(place.start, place.end);
      insertWord(place.field, content);
    });
  };
  const remove = () =>
    void request('DELETE /saved_snippets/{saved_snippet_id}', { saved_snippet_id: id }).catch((error: Error) =>
      toast(errorText(error), true),
    );
  return (
    <li class="card-row">
      <button type="button" class="snippet" onClick={insert}>
        <span class="snippet-title" dir="auto">
          {title}
        </span>
        <span class="row-name" dir="auto">
          {content}
        </span>
      </button>
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name: title })}
        onClick={() => editSnippet(place, snippet)}
      />
      <Button kind="quiet" icon={Trash2} label={t('Delete {name}', { name: title })} onClick={remove} />
    </li>
  );
}

function editSnippet(place: Place, snippet?: SavedSnippet): void {
  dialog.value = <EditSnippet place={place} snippet={snippet} />;
}

function EditSnippet({ place, snippet }: { place: Place; snippet: SavedSnippet | undefined }) {
  const title = useSignal(snippet?.title ?? '');
  const content = useSignal(snippet?.content ?? place.field.value);
  const given = () => ({ title: title.value.trim(), content: content.value.trim() });
  return (
    <FormDialog
      title={snippet ? t('Edit snippet') : t('New snippet')}
      action={t('Save')}
      ready={given().title !== '' && given().content !== ''}
      act={async () => {
        if (snippet)
          await request('PATCH /saved_snippets/{saved_snippet_id}', { saved_snippet_id: snippet.id, ...given() });
        else await request('POST /saved_snippets', given());
        showSnippets(place);
      }}
    >
      <Field label={t('Title')}>
        {(id) => (
          <input
            id={id}
            autofocus
            maxLength={LONGEST_TITLE}
            value={title.value}
            onInput={(event) => (title.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('Content')}>
        {(id) => (
          <textarea
            id={id}
            rows={6}
            dir="auto"
            value={content.value}
            onInput={(event) => (content.value = event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

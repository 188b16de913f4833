import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { dialog } from '../../store/local/layers.ts';
import type { Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import { termName } from '../../text/search-terms.ts';

const MAX_NAME = 60;

/**
 * Saves a search to the left sidebar. A saved one is renamed or removed. `fragment` is the part of its address after #.
 */
export function saveSearch(fragment: string, narrow: Narrow): void {
  dialog.value = <SaveSearchDialog fragment={fragment} narrow={narrow} />;
}

function SaveSearchDialog({ fragment, narrow }: { fragment: string; narrow: Narrow }) {
  const saved = store.navigationViews.peek().get(fragment);
  const name = useSignal(saved?.name ?? narrow.map(termName).join(', ').slice(0, MAX_NAME));
  const act = () => {
    const view = { fragment, is_pinned: true, name: name.peek().trim() };
    return saved ? request('PATCH /navigation_views/{fragment}', view) : request('POST /navigation_views', view);
  };
  return (
    <FormDialog
      title={saved ? t('Saved search') : t('Save search to the sidebar')}
      action={t('Save')}
      ready={name.value.trim() !== ''}
      act={act}
    >
      <TextField name="name" label={t('Name')} value={name} maxLength={MAX_NAME} autocomplete="off" />
      {saved?.name && (
        <Button kind="quiet" icon={Trash2} onClick={() => removeSavedSearch(fragment, saved.name!)}>
          {t('Remove')}
        </Button>
      )}
    </FormDialog>
  );
}

/** Asks before it removes a saved search from the left sidebar. */
export const removeSavedSearch = (fragment: string, name: string): void =>
  confirm(
    {
      title: t('Remove {name}?', { name }),
      action: t('Remove'),
      danger: true,
      act: () => request('DELETE /navigation_views/{fragment}', { fragment }),
    },
    <p>{t('The messages themselves aren’t affected.')}</p>,
  );

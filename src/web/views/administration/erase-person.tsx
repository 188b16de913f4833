import { useSignal } from '@preact/signals';
import { FormDialog } from '../../design/form-dialog.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { withFreshSignIn } from '../settings/reauthenticate.tsx';

type Choice = 'keep' | 'delete';

/** Erases a user's personal data, and keeps or deletes their messages. */
export function ErasePerson({ person: { user_id, full_name } }: { person: Person }) {
  const messages = useSignal<Choice>('keep');
  const isSure = useSignal(false);
  const choices: [Choice, string, string][] = [
    ['keep', t('Keep messages'), t('They stay as they are, from “Deleted user”.')],
    ['delete', t('Delete messages'), t('They are permanently deleted, with files used only in them.')],
  ];
  return (
    <FormDialog
      title={t('Erase the personal data of {name}?', { name: full_name })}
      action={t('Erase personal data')}
      danger
      ready={isSure.value}
      act={() =>
        withFreshSignIn(async () => {
          await request('POST /users/{user_id}/erase', { user_id, messages: messages.peek() });
        })
      }
    >
      <p>
        {t(
          'The account is closed. Name, e-mail address, picture, profile, drafts and settings are removed everywhere.',
        )}
      </p>
      <fieldset class="radios">
        <legend class="visually-hidden">{t('Messages')}</legend>
        {choices.map(([choice, name, hint]) => (
          <label key={choice} class="radio">
            <input
              type="radio"
              name="messages"
              checked={messages.value === choice}
              onChange={() => (messages.value = choice)}
            />
            <span>
              <span class="radio-name">{name}</span>
              <span class="radio-hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="notice">{t('Older backups still contain the data. The server administrator can delete them.')}</p>
      <label class="line-check">
        <input
          type="checkbox"
          checked={isSure.value}
          onChange={(event) => (isSure.value = event.currentTarget.checked)}
        />
        {t('I understand that this can’t be undone')}
      </label>
    </FormDialog>
  );
}

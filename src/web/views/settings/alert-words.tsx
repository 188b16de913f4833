import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { AtSign, Plus, X } from '../../design/icons.ts';
import { Button, EmptyState } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';

/** The user's alert words. */
export function AlertWords() {
  const words = store.alertWords.value;
  const next = useSignal('');
  const add = async () => {
    const word = next.value.trim();
    if (word !== '' && (await reportResult(request('POST /users/me/alert_words', { alert_words: [word] }))))
      next.value = '';
  };
  return (
    <SettingsSection
      title={t('Alert words')}
      note={t('You’re notified of messages that contain one of these words or phrases. Case is ignored.')}
    >
      <form
        class="add"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField label={t('New alert word')} value={next} maxLength={100} autocomplete="off" />
        <Button kind="primary" type="submit" icon={Plus} disabled={next.value.trim() === ''}>
          {t('Add')}
        </Button>
      </form>
      {words.length === 0 ? (
        <EmptyState icon={AtSign} title={t('No alert words')} />
      ) : (
        <ul class="lines">
          {words.map((word) => (
            <li class="line" key={word}>
              <span class="line-body">
                <span class="line-name" dir="auto">
                  {word}
                </span>
              </span>
              <Button
                kind="quiet"
                icon={X}
                label={t('Remove {name}', { name: word })}
                onClick={() => void reportResult(request('DELETE /users/me/alert_words', { alert_words: [word] }))}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

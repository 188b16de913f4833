import { useSignal } from '@preact/signals';
import { RefreshCw } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';

/**
 * Replaces an API key after a second click, because programs with the old key lose access. `act` sends the request;
 * `done` is the confirmation text.
 */
export function ReplaceKey({ act, done }: { act: () => Promise<unknown>; done: string }) {
  const sure = useSignal(false);
  const replace = async () => {
    if (await reportResult(act(), done)) sure.value = false;
  };
  if (!sure.value)
    return (
      <Button kind="quiet" icon={RefreshCw} onClick={() => (sure.value = true)}>
        {t('Replace key')}
      </Button>
    );
  return (
    <>
      <Button onClick={() => (sure.value = false)}>{t('Keep key')}</Button>
      <Button kind="danger" icon={RefreshCw} onClick={() => void replace()}>
        {t('Replace and disable old key')}
      </Button>
    </>
  );
}

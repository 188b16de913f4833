import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/text.ts';
import { elements } from '../../store/local/elements.ts';
import { store } from '../../store/store.ts';
import { blockAt } from './code-blocks.ts';

/** Says what Enter does where the caret is. */
export function ComposeHint() {
  const isInBlock = useSignal(false);
  useEffect(() => {
    const look = () => {
      const field = elements['compose-text'].current;
      if (field && field === document.activeElement)
        isInBlock.value = blockAt(field.value, field.selectionStart) !== undefined;
    };
    const events = ['input', 'selectionchange'] as const;
    for (const name of events) document.addEventListener(name, look);
    return () => events.forEach((name) => void document.removeEventListener(name, look));
  }, []);
  const sends = store.settings.value.enter_sends;
  return (
    <p class="compose-hint" id="compose-hint">
      {!sends
        ? t('Ctrl+Enter to send')
        : isInBlock.value
          ? t('Enter for a new line, Ctrl+Enter to send')
          : t('Shift+Enter for a new line')}
    </p>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/text.ts';
import { copyToClipboard } from './clipboard.ts';
import { Check, Copy } from './icons.ts';
import { toast } from './layers.tsx';
import { addStyle } from './load-style.ts';
import { Button } from './primitives.tsx';
import css from './sharing.css';

addStyle(css);

const TOLD = 2000;

/** A button that copies text and confirms it. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: ComponentChildren }) {
  const done = useSignal(false);
  const copy = async () => {
    if (!(await copyToClipboard(text))) return toast(t('Something went wrong. Try again.'), true);
    done.value = true;
    setTimeout(() => (done.value = false), TOLD);
  };
  return (
    <Button
      icon={done.value ? Check : Copy}
      {...(children === undefined ? { label } : { 'aria-label': label })}
      onClick={() => void copy()}
    >
      {children && (done.value ? t('Copied') : children)}
    </Button>
  );
}

/** A read-only text with a copy button. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <div class="copy-field">
      <input readOnly aria-label={label} value={text} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} label={t('Copy {name}', { name: label })}>
        {t('Copy')}
      </CopyButton>
    </div>
  );
}

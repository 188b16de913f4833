import { CircleAlert, X } from '../../design/icons.ts';
import { Paperclip } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { dismissUpload, uploads } from '../../store/local/uploads.ts';

/** Running and failed uploads. */
export function Uploads({ field }: { field: string }) {
  const mine = uploads.value.filter((one) => one.field === field);
  if (mine.length === 0) return null;
  return (
    <ul class="uploads" aria-label={t('Uploads')}>
      {mine.map(({ id, name, done, reason, cancel }) => (
        <li key={id} class={reason ? 'upload upload-failed' : 'upload'}>
          <Icon of={reason ? CircleAlert : Paperclip} size={16} />
          <span class="upload-name" dir="auto">
            {name}
          </span>
          {reason ? (
            <span role="alert">{reason}</span>
          ) : (
            <progress max={1} value={done} aria-label={t('Uploading {name}…', { name })}>
              {Math.round(done * 100)}
            </progress>
          )}
          <Button
            kind="quiet"
            icon={X}
            label={reason ? t('Close') : t('Cancel {name}', { name })}
            onClick={() => (reason ? dismissUpload(id) : cancel())}
          />
        </li>
      ))}
    </ul>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { confirm } from '../../design/form-dialog.tsx';
import { LongList } from '../../design/long-list.tsx';
import { Download, File, Paperclip, Trash2 } from '../../design/more-icons.ts';
import { Button, EmptyState, FilterField, Icon, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Attachment } from '../../server/types.ts';
import { getConversation } from '../../store/conversation.ts';
import { makeUploads } from '../../store/personal.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { makeHref } from '../../text/names.ts';
import { formatBytes } from '../../text/numbers.ts';

const ORDERS = {
  newest: (a: Attachment, b: Attachment) => b.create_time - a.create_time,
  largest: (a: Attachment, b: Attachment) => b.size - a.size,
  name: (a: Attachment, b: Attachment) => compareNames(a.name, b.name),
};
type Order = keyof typeof ORDERS;

/** The user's uploads, their total size, and the messages that use them. */
export function UploadedFiles() {
  const { files, used } = store.uploads.value;
  const wrong = useSignal('');
  useEffect(() => {
    if (files) return;
    request('GET /attachments').then(
      ({ attachments, upload_space_used }) => (store.uploads.value = makeUploads(attachments, upload_space_used)),
      (error) => (wrong.value = errorText(error)),
    );
  }, [files === undefined]);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!files) return <Skeleton label={t('Loading files')} />;
  if (files.size === 0)
    return (
      <EmptyState icon={Paperclip} title={t('No files')}>
        <p>{t('Files you upload will appear here. Attach one to a message.')}</p>
      </EmptyState>
    );
  return <FileList files={[...files.values()]} used={used} />;
}

function FileList({ files, used }: { files: readonly Attachment[]; used: number }) {
  const filter = useSignal('');
  const order = useSignal<Order>('newest');
  const needle = filter.value.trim().toLocaleLowerCase();
  const shown = files.filter(({ name }) => name.toLocaleLowerCase().includes(needle)).sort(ORDERS[order.value]);
  const quota = store.realm.value.realm_upload_quota_mib;
  return (
    <SettingsSection
      title={t('Uploaded files')}
      note={
        quota
          ? t('Your files use {used}. The organization’s limit is {quota}.', {
              used: formatBytes(used),
              quota: formatBytes(quota * 2 ** 20),
            })
          : t('Your files use {used}.', { used: formatBytes(used) })
      }
    >
      <div class="add">
        <FilterField label={t('Find a file')} value={filter} />
        <select
          aria-label={t('Sort by')}
          value={order.value}
          onChange={(event) => (order.value = event.currentTarget.value as Order)}
        >
          <option value="newest">{t('Newest first')}</option>
          <option value="largest">{t('Largest first')}</option>
          <option value="name">{t('Name')}</option>
        </select>
      </div>
      <div class="lines">
        <LongList
          label={t('Files')}
          items={shown}
          getKey={({ id }) => id}
          height={60}
          render={(file) => <Row file={file} />}
        />
      </div>
    </SettingsSection>
  );
}

function Row({ file: { id, name, path_id, size, create_time, messages } }: { file: Attachment }) {
  const remove = () =>
    confirm(
      {
        title: t('Delete {name}?', { name }),
        action: t('Delete'),
        danger: true,
        act: () => request('DELETE /attachments/{attachment_id}', { attachment_id: id }),
      },
      <p>
        {messages.length > 0
          ? plural(
              messages.length,
              'The file will be permanently deleted. It is used in {n} message.',
              'The file will be permanently deleted. It is used in {n} messages.',
            )
          : t('The file isn’t used in any message. It will be permanently deleted.')}
      </p>,
    );
  const [newest] = [...messages].sort((a, b) => b.id - a.id);
  return (
    <div class="line line-tall">
      <Icon of={File} />
      <div class="line-body">
        <a class="line-name" dir="auto" href={`/user_uploads/${path_id}`} target="_blank" rel="noopener">
          {name}
        </a>
        <span class="line-note" dir="auto">
          {formatBytes(size)} · {formatTimeOrDay(create_time / 1000)}
          {messages.length === 0 && <> · {t('not used in a message')}</>}
        </span>
      </div>
      {newest && (
        <Button kind="quiet" onClick={() => void reportResult(openMessage(newest.id))}>
          {plural(messages.length, '{n} message', '{n} messages')}
        </Button>
      )}
      <a
        class="button button-quiet button-icon"
        href={`/user_uploads/download/${path_id}`}
        aria-label={t('Download {name}', { name })}
        download=""
      >
        <Icon of={Download} />
      </a>
      <Button kind="quiet" icon={Trash2} label={t('Delete {name}', { name })} onClick={remove} />
    </div>
  );
}

/** Opens a message in its conversation. */
async function openMessage(message_id: number): Promise<void> {
  const { message } = await request('GET /messages/{message_id}', { message_id, allow_empty_topic_name: true });
  location.hash = makeHref(getConversation(message, store.me.peek().id), message_id);
}

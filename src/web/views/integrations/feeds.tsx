import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { Field } from '../../design/field.tsx';
import { TextField } from '../../design/fields.tsx';
import { FileButton } from '../../design/file-button.tsx';
import { confirm, FormErrorText, useForm } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { translateError } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { channelName, displayName } from '../../text/names.ts';
import { getBot } from './create.tsx';
import { BackLink } from './service.tsx';

type Feed = Reply<'GET /feeds'>['feeds'][number];

/** The bot that posts the feeds which somebody adds here. */
const READER = { name: 'feeds', display_name: 'Feeds' };

/** The feeds that bots post, and a form that adds more. */
export function Feeds() {
  const feeds = useSignal<readonly Feed[]>([]);
  const load = async () => {
    const all = (await request('GET /feeds', {})).feeds;
    feeds.value = await Promise.all(
      all.map(async (feed) => ({ ...feed, error: feed.error && (await translateError(feed.error)) })),
    );
  };
  useEffect(() => void reportResult(load()), []);
  return (
    <>
      <BackLink />
      <AddFeeds onAdded={load} />
      {feeds.value.length > 0 && (
        <SettingsSection title={t('Feeds')}>
          <ul class="lines" aria-label={t('Feeds')}>
            {feeds.value.map((feed) => (
              <FeedLine key={feed.id} feed={feed} onChanged={load} />
            ))}
          </ul>
        </SettingsSection>
      )}
    </>
  );
}

function AddFeeds({ onAdded }: { onAdded: () => Promise<void> }) {
  const channel = useSignal(-1);
  const topic = useSignal('');
  const url = useSignal('');
  const place = async () => ({ bot_id: await getBot(READER), stream_id: channel.peek(), topic: topic.peek().trim() });
  const { busy, wrong, props } = useForm(
    async () => {
      const { title } = await request('POST /feeds', { ...(await place()), url: url.peek().trim() });
      url.value = '';
      toast(t('{name} was added', { name: title || t('Feeds') }));
      await onAdded();
    },
    channel.value > 0 && url.value.trim() !== '',
  );
  const addAll = async (file: File) => {
    const { added } = await request('POST /feeds/import', { ...(await place()), opml: await file.text() });
    toast(plural(added, '{n} feed was added', '{n} feeds were added'));
    await onAdded();
  };
  return (
    <SettingsSection
      title={t('Add a feed')}
      note={t('A bot posts each new entry. Entries that exist already are not posted.')}
    >
      <form class="form" {...props}>
        <div class="form-row">
          <Field label={t('Send messages to')}>
            {(id) => (
              <ChannelSelect
                id={id}
                none={t('Choose a channel')}
                value={channel.value}
                onChange={(to) => (channel.value = to)}
              />
            )}
          </Field>
          <TextField label={t('Topic')} hint={t('Leave empty to use the feed’s title')} value={topic} maxLength={60} />
        </div>
        <TextField label={t('URL of the feed')} type="url" value={url} maxLength={2048} />
        <FormErrorText text={wrong} />
        <div class="admin-buttons">
          <Button type="submit" kind="primary" disabled={busy || channel.value < 0 || url.value.trim() === ''}>
            {t('Add feed')}
          </Button>
          {channel.value > 0 && (
            <FileButton accept=".opml,.xml,text/x-opml,text/xml" onFile={(file) => reportResult(addAll(file))}>
              {t('Add all of an OPML file…')}
            </FileButton>
          )}
        </div>
      </form>
    </SettingsSection>
  );
}

function FeedLine({ feed, onChanged }: { feed: Feed; onChanged: () => Promise<void> }) {
  const { id, bot_id, stream_id, topic, url, title, error } = feed;
  const name = title || url;
  const read = async () => {
    const { posted } = await request('POST /feeds/{feed_id}/read', { feed_id: id });
    toast(posted > 0 ? t('Posted') : t('Nothing was posted'));
    await onChanged();
  };
  const act = async () => {
    await request('DELETE /feeds/{feed_id}', { feed_id: id });
    await onChanged();
  };
  const remove = () =>
    confirm(
      { title: t('Remove {name}?', { name }), action: t('Remove'), danger: true, act },
      <p>{t('Its new entries will no longer be posted.')}</p>,
    );
  const place = [`#${channelName(stream_id)}`, topic].filter(Boolean).join(' > ');
  return (
    <li class="line line-tall address">
      <span class="line-body">
        <span class="line-name" dir="auto">
          {name}
        </span>
        <span class="line-note line-note-wrapped" dir="auto">
          {[place, displayName(bot_id), title && url].filter(Boolean).join(' · ')}
        </span>
        {error && <span class="line-note line-note-wrapped form-wrong">{error}</span>}
      </span>
      <span class="admin-buttons">
        <Button onClick={() => void reportResult(read())}>{t('Read now')}</Button>
        <Button kind="quiet" onClick={remove}>
          {t('Remove')}
        </Button>
      </span>
    </li>
  );
}

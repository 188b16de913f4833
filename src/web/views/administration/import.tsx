import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { uploadArchive } from '../../actions/uploads.ts';
import { FileButton } from '../../design/file-button.tsx';
import { confirm } from '../../design/form-dialog.tsx';
import { Archive, Trash2 } from '../../design/more-icons.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { ArchiveView, ImportProduct } from '../../server/types.ts';
import { formatBytes } from '../../text/numbers.ts';
import { ImportReport } from './import-report.tsx';

/** How often to ask for the progress, ms. */
const INTERVAL = 1000;

const PRODUCTS: Readonly<Record<ImportProduct, string>> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
  zulip: 'Zulip',
};

const isRunning = (archive: ArchiveView | null | undefined): boolean =>
  archive?.state === 'checking' || archive?.state === 'importing';

/** The uploaded archive (null: none; undefined: not known yet), what went wrong, and how to change it. */
function useArchive() {
  const archive = useSignal<ArchiveView | null | undefined>(undefined);
  const failed = useSignal('');
  const load = async () => void (archive.value = (await request('GET /imports/archive')).archive);
  const attempt = async (work: () => Promise<unknown>) => {
    failed.value = '';
    await work()
      .then(load)
      .catch((error) => (failed.value = errorText(error)));
  };
  useEffect(() => void attempt(async () => {}), []);
  const runs = isRunning(archive.value);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => void load().catch(() => {}), INTERVAL);
    return () => clearInterval(timer);
  }, [runs]);
  return { archive: archive.value, failed, attempt };
}

type Attempt = ReturnType<typeof useArchive>['attempt'];

/** Imports the archive of another chat product: upload, check, import. */
export function Import() {
  const { archive, failed, attempt } = useArchive();
  const product = useSignal<ImportProduct>('slack');
  return (
    <SettingsSection
      title={t('Import from another chat product')}
      note={
        <>
          {t('Bring people, channels, messages and files. Nothing changes until you have seen what would be imported.')}{' '}
          <a href="/help/import">{t('How to export them')}</a>
        </>
      }
    >
      {archive === undefined && !failed.value && <Skeleton rows={2} label={t('Loading the archive')} />}
      {archive === null && <UploadForm product={product} attempt={attempt} />}
      {archive && <UploadedArchive archive={archive} product={product} attempt={attempt} />}
      {failed.value && (
        <p class="form-wrong" role="alert">
          {failed.value}
        </p>
      )}
    </SettingsSection>
  );
}

const ProductSelect = ({ product }: { product: Signal<ImportProduct> }) => (
  <label class="field">
    <span>{t('Product')}</span>
    <select
      value={product.value}
      onChange={({ currentTarget }) => (product.value = currentTarget.value as ImportProduct)}
    >
      {Object.entries(PRODUCTS).map(([value, name]) => (
        <option key={value} value={value} selected={value === product.value}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

/** Chooses and uploads an archive, and then checks it. */
function UploadForm({ product, attempt }: { product: Signal<ImportProduct>; attempt: Attempt }) {
  const part = useSignal<number | undefined>(undefined);
  const stop = useSignal<AbortController | undefined>(undefined);
  useEffect(() => () => stop.peek()?.abort(), []);
  const start = async (file: File) => {
    const control = new AbortController();
    stop.value = control;
    part.value = 0;
    await attempt(async () => {
      try {
        await uploadArchive(file, (done) => (part.value = done), control.signal);
        await request('POST /imports/archive', { product: product.peek(), dry_run: true });
      } catch (error) {
        if (!control.signal.aborted) throw error;
      }
    });
    part.value = undefined;
  };
  if (part.value !== undefined)
    return (
      <div class="import-progress" role="group" aria-label={t('Uploading…')}>
        <span>{t('Uploading…')}</span>
        <progress value={part.value} max={1} aria-label={t('Uploading…')} />
        <Button onClick={() => stop.peek()?.abort()}>{t('Cancel')}</Button>
      </div>
    );
  return (
    <div class="import-form">
      <ProductSelect product={product} />
      <FileButton accept=".zip,.tar,.gz,.tgz,.json,.jsonl,.bson,.archive" onFile={start}>
        {t('Upload archive')}
      </FileButton>
    </div>
  );
}

interface UploadedProps {
  archive: ArchiveView;
  product: Signal<ImportProduct>;
  attempt: Attempt;
}

/** The archive, what runs with it, and what came out. */
function UploadedArchive({ archive, product, attempt }: UploadedProps) {
  const remove = () => attempt(() => request('DELETE /imports/archive'));
  const isDone = archive.state === 'imported';
  return (
    <>
      <ul class="lines">
        <li class="line">
          <Icon of={Archive} size={16} />
          <span class="line-body">
            <span class="line-name" dir="auto">
              {archive.file_name}
            </span>
            <span class="line-note">{formatBytes(archive.size)}</span>
          </span>
          {isDone ? (
            <Button onClick={() => void remove()}>{t('Done')}</Button>
          ) : (
            <Button kind="quiet" icon={Trash2} label={t('Delete archive')} onClick={() => void remove()} />
          )}
        </li>
      </ul>
      {archive.error && (
        <p class="form-wrong" role="alert" dir="ltr">
          {archive.error}
        </p>
      )}
      {isRunning(archive) && <RunProgress archive={archive} />}
      {archive.result && !isRunning(archive) && <ImportReport archive={archive} result={archive.result} />}
      {!isDone && !isRunning(archive) && <RunForm archive={archive} product={product} attempt={attempt} />}
    </>
  );
}

function RunProgress({ archive: { state, progress } }: { archive: ArchiveView }) {
  const isReading = progress === null || progress.phase === 'reading';
  const text = isReading ? t('Reading the archive…') : state === 'checking' ? t('Checking…') : t('Importing…');
  return (
    <div class="import-progress">
      <span role="status">{text}</span>
      <progress {...(progress && { value: progress.part })} max={1} aria-label={text} />
    </div>
  );
}

/** The choices for a run, and the buttons that start it. Only what was checked can be imported. */
function RunForm({ archive, product, attempt }: UploadedProps) {
  const settings = useSignal(false);
  const roles = useSignal(false);
  const isPublic = useSignal(false);
  const options = (dry_run: boolean) => ({
    ...{ product: product.peek(), dry_run, roles: roles.peek() },
    settings: settings.peek() && product.peek() === 'zulip',
    public_channels: isPublic.peek() && product.peek() === 'discord',
  });
  const run = (isTrial: boolean) => request('POST /imports/archive', options(isTrial));
  const askToImport = () =>
    confirm(
      { title: t('Import this archive?'), action: t('Import'), act: () => attempt(() => run(false)) },
      <p>{t('People can keep working meanwhile. What is imported cannot be removed all at once.')}</p>,
    );
  return (
    <div class="import-form">
      <ProductSelect product={product} />
      <Choice value={roles} label={t('Keep the roles of the archive, also those of administrators')} />
      {product.value === 'zulip' && (
        <Choice value={settings} label={t('Replace the settings of this organization by those of the archive')} />
      )}
      {product.value === 'discord' && (
        <Choice value={isPublic} label={t('Make channels public if the archive does not say who may read them')} />
      )}
      <div class="import-buttons">
        <Button onClick={() => void attempt(() => run(true))}>{t('Check archive')}</Button>
        {archive.state === 'checked' && (
          <Button kind="primary" onClick={askToImport}>
            {t('Import')}
          </Button>
        )}
      </div>
    </div>
  );
}

const Choice = ({ value, label }: { value: Signal<boolean>; label: string }) => (
  <label class="line-check">
    <input type="checkbox" checked={value.value} onChange={() => (value.value = !value.value)} />
    {label}
  </label>
);

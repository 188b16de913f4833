import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { confirm, FormDialog } from '../../design/form-dialog.tsx';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { SlashCommand } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';

/** The slash commands of a bot, and forms that add and change them. */
export function SlashCommands({ bot_id }: { bot_id: number }) {
  const commands = store.slashCommands.value.filter((command) => command.bot_id === bot_id);
  return (
    <section class="form" aria-label={t('Slash commands')}>
      <p class="settings-note">{t('People run a slash command from any conversation, and the webhook answers it.')}</p>
      {commands.length > 0 && (
        <ul class="lines" aria-label={t('Slash commands')}>
          {commands.map((command) => (
            <CommandLine key={command.id} command={command} />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => (dialog.value = <CommandForm bot_id={bot_id} />)}>{t('Add slash command')}</Button>
      </div>
    </section>
  );
}

function CommandLine({ command }: { command: SlashCommand }) {
  const { id, name, usage, description } = command;
  const remove = () =>
    confirm(
      {
        title: t('Remove {name}?', { name: `/${name}` }),
        action: t('Remove'),
        danger: true,
        act: () => request('DELETE /slash_commands/{command_id}', { command_id: id }),
      },
      <p>{t('Its name becomes free for other bots.')}</p>,
    );
  return (
    <li class="line">
      <span class="line-body">
        <code class="line-name" dir="ltr">
          {[`/${name}`, usage].filter(Boolean).join(' ')}
        </code>
        <span class="line-note" dir="auto">
          {description}
        </span>
      </span>
      <span class="admin-buttons">
        <Button onClick={() => (dialog.value = <CommandForm bot_id={command.bot_id} command={command} />)}>
          {t('Edit')}
        </Button>
        <Button kind="quiet" onClick={remove}>
          {t('Remove')}
        </Button>
      </span>
    </li>
  );
}

function CommandForm({ bot_id, command }: { bot_id: number; command?: SlashCommand }) {
  const name = useSignal(command?.name ?? '');
  const usage = useSignal(command?.usage ?? '');
  const description = useSignal(command?.description ?? '');
  const act = () => {
    const draft = { name: name.peek(), usage: usage.peek(), description: description.peek() };
    return command
      ? request('PATCH /slash_commands/{command_id}', { command_id: command.id, ...draft })
      : request('POST /slash_commands', { bot_id, ...draft });
  };
  return (
    <FormDialog
      title={command ? t('Edit {name}', { name: `/${command.name}` }) : t('Add slash command')}
      action={command ? t('Save') : t('Add')}
      ready={name.value.trim() !== ''}
      act={act}
    >
      <TextField
        label={t('Name')}
        hint={t('Letters from a to z, digits, hyphens and underscores')}
        value={name}
        maxLength={33}
        code
      />
      <TextField
        label={t('Usage')}
        hint={t('What people write after the name, such as [city]')}
        value={usage}
        maxLength={100}
      />
      <TextField label={t('Description')} value={description} maxLength={200} />
    </FormDialog>
  );
}

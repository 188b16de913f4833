import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { toast } from '../../design/layers.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import {
  type Expiry,
  ExpiryFields,
  getMinutes,
  type InvitationMethod,
  LinksWithoutMail,
  TEN_DAYS,
  useSendsMail,
} from './invite.tsx';

/** Invites the person of an account that was imported without an address. The account becomes theirs. */
export function InviteToAccount({ person: { user_id, full_name } }: { person: Person }) {
  const email = useSignal('');
  const draft = {
    method: useSignal<InvitationMethod>('mail'),
    expires: useSignal<Expiry>(TEN_DAYS),
    days: useSignal('60'),
  };
  const sendsMail = useSendsMail();
  const invite = async () => {
    const address = email.peek().trim();
    await request('POST /invites/accounts/{user_id}', {
      user_id,
      email: address,
      invite_expires_in_minutes: getMinutes(draft),
    });
    const message = t('{email} was invited', { email: address });
    if (sendsMail.peek() === false) dialog.value = <LinksWithoutMail title={message} />;
    else toast(message);
  };
  return (
    <FormDialog
      title={t('Invite {name}', { name: full_name })}
      action={t('Invite')}
      ready={email.value.includes('@') && (draft.expires.value !== 'other' || Number(draft.days.value) > 0)}
      act={invite}
    >
      <p class="settings-note">
        {t('The person who accepts the invitation gets this account and can read all its messages. Check the address.')}
      </p>
      <TextField
        name="email"
        label={t('E-mail address')}
        hint={
          sendsMail.value === false
            ? t('This server doesn’t send e-mail. Copy the links from “Outgoing e-mail” and pass them on.')
            : undefined
        }
        type="email"
        value={email}
        autocomplete="off"
      />
      <ExpiryFields draft={draft} />
    </FormDialog>
  );
}

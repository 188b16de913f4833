import { useSignal } from '@preact/signals';
import { addOrganization, removeOrganization } from '../actions/other-organizations.ts';
import { TextField } from '../design/fields.tsx';
import { FormErrorText } from '../design/form-dialog.tsx';
import { Plus, X } from '../design/icons.ts';
import { Dialog } from '../design/layers.tsx';
import { addStyle } from '../design/load-style.ts';
import lines from '../design/paged.css';
import { Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { dialog } from '../store/local/layers.ts';
import { otherOrganizations } from '../store/local/other-organizations.ts';

addStyle(lines);

/** Opens the list of other organizations, which the menu of the organization links to. */
export function openOtherOrganizations(): void {
  dialog.value = (
    <Dialog title={t('Other organizations')} close={t('Close')}>
      <OtherOrganizations />
    </Dialog>
  );
}

/** Other organizations have addresses of their own, so no server knows all of them: the user enters them. */
const OtherOrganizations = () => (
  <div class="form">
    <p>{t('They are in the menu of the organization. Only this browser remembers their addresses.')}</p>
    {otherOrganizations.value.length > 0 && (
      <ul class="lines">
        {otherOrganizations.value.map((address) => (
          <Line key={address} address={address} />
        ))}
      </ul>
    )}
    <AddForm />
  </div>
);

const Line = ({ address }: { address: string }) => (
  <li class="line">
    <span class="line-body">
      <a class="line-name" dir="ltr" href={address} target="_blank" rel="noreferrer">
        {nameOrganization(address)}
      </a>
    </span>
    <Button
      kind="quiet"
      icon={X}
      label={t('Remove {name}', { name: nameOrganization(address) })}
      onClick={() => removeOrganization(address)}
    />
  </li>
);

function AddForm() {
  const address = useSignal('');
  const wrong = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    const isAdded = addOrganization(address.peek());
    wrong.value = isAdded ? '' : t('Enter a valid URL.');
    if (isAdded) address.value = '';
  };
  return (
    <form class="form" onSubmit={submit} onInput={() => (wrong.value = '')}>
      <TextField label={t('Server URL')} value={address} code placeholder="chat.example.com" maxLength={300} />
      <FormErrorText text={wrong.value} />
      <footer class="form-buttons">
        <Button kind="primary" type="submit" icon={Plus} disabled={address.value.trim() === ''}>
          {t('Add')}
        </Button>
      </footer>
    </form>
  );
}

/** The address without its scheme, which is enough to recognize an organization. */
export const nameOrganization = (address: string): string => address.replace(/^https?:\/\//, '');

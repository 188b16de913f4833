import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Upload } from './more-icons.ts';
import { Button } from './primitives.tsx';

/** A button that selects a file. With an `id` in a `SettingRow`, its accessible name starts with the row's name. */
export function FileButton({
  id,
  describedBy,
  accept,
  onFile,
  children,
}: {
  id?: string;
  describedBy?: string;
  accept: string;
  onFile: (file: File) => unknown;
  children: ComponentChildren;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Allows selecting the same file again.
          event.currentTarget.value = '';
          if (file) void onFile(file);
        }}
      />
      <Button
        {...(id && { id, 'aria-labelledby': `${id}-name ${id}` })}
        aria-describedby={describedBy}
        icon={Upload}
        onClick={() => input.current!.click()}
      >
        {children}
      </Button>
    </>
  );
}

import { useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { toast } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Download, Pause, Play } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { clockTime, decodeSound, type Sound, soundAt } from './sound.ts';
import css from './voice-player.css';

addStyle(css);

const SPEEDS = [1, 1.5, 2] as const;
/** Seconds that an arrow key moves. */
const STEP = 1;

/** Replaces the card of an uploaded recording by a player of the same height. */
export function showPlayer(card: HTMLAnchorElement): void {
  const box = document.createElement('span');
  box.className = 'voice-player';
  box.translate = false;
  const name = card.querySelector('.file-name')?.textContent ?? '';
  Object.assign(box.dataset, { name, href: card.getAttribute('href') });
  render(<Player name={name} href={card.href} />, box);
  card.replaceWith(box);
}

/** Plays a recording that has not been uploaded yet. */
export function Recording({ name, blob }: { name: string; blob: Blob }) {
  const href = useSignal('');
  useLayoutEffect(() => {
    const url = URL.createObjectURL(blob);
    href.value = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <span class="voice-player">{href.value && <Player name={name} href={href.value} blob={blob} />}</span>;
}

interface PlayerProps {
  name: string;
  href: string;
  /** The content, if it is not uploaded. */
  blob?: Blob;
}

function Player({ name, href, blob }: PlayerProps) {
  const { sound, box } = useSound(href, blob);
  const { audio, position, isPlaying, speed, duration, toggle, follow, change } = usePlayback(sound);
  return (
    <span ref={box} role="group" aria-label={name} class="voice">
      <Button
        kind="quiet"
        icon={isPlaying.value ? Pause : Play}
        label={isPlaying.value ? t('Pause') : t('Play')}
        onClick={toggle}
      />
      <Waveform
        sound={sound}
        duration={duration}
        position={position.value}
        seek={(to) => {
          position.value = to;
          audio.current!.currentTime = to;
        }}
      />
      <span class="voice-time">{clockTime(isPlaying.value || position.value > 0 ? position.value : duration)}</span>
      <Button
        kind="quiet"
        class="voice-speed"
        aria-label={t('Speed: {speed}', { speed: `${speed.value}×` })}
        onClick={() => change(SPEEDS[(SPEEDS.indexOf(speed.value) + 1) % SPEEDS.length]!)}
      >
        {speed.value}×
      </Button>
      {!blob && (
        <a class="button button-quiet button-icon" href={href} download aria-label={t('Download {name}', { name })}>
          <Icon of={Download} />
        </a>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what somebody has just said. */}
      <audio
        ref={audio}
        src={href}
        preload="none"
        onPlay={() => (isPlaying.value = true)}
        onPause={() => (isPlaying.value = false)}
        onTimeUpdate={follow}
        onEnded={() => (position.value = 0)}
      />
    </span>
  );
}

/** Plays the `audio` element of a recording, and follows it. */
function usePlayback(sound: Sound | undefined) {
  const audio = useRef<HTMLAudioElement>(null);
  const position = useSignal(0);
  const isPlaying = useSignal(false);
  const speed = useSignal<(typeof SPEEDS)[number]>(1);
  // Browsers record without a length, which only decoding tells.
  const known = audio.current?.duration ?? 0;
  const duration = sound?.duration ?? (Number.isFinite(known) ? known : 0);
  const toggle = () => {
    const { current } = audio;
    if (isPlaying.value) current!.pause();
    else current!.play().catch(() => toast(t('This browser can’t play the recording. Download it instead.'), true));
  };
  const follow = () => {
    // The message is gone, but its sound would go on.
    if (!audio.current?.isConnected) return audio.current?.pause();
    position.value = audio.current.currentTime;
  };
  const change = (next: (typeof SPEEDS)[number]) => {
    speed.value = next;
    audio.current!.playbackRate = next;
  };
  return { audio, position, isPlaying, speed, duration, toggle, follow, change };
}

/** The waveform of a recording, once the player is on the screen. */
function useSound(href: string, blob: Blob | undefined) {
  const sound = useSignal<Sound | undefined>(undefined);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isHere = true;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void (blob ? decodeSound(blob) : soundAt(href)).then((found) => {
        if (isHere) sound.value = found;
      });
    });
    observer.observe(box.current!);
    return () => {
      isHere = false;
      observer.disconnect();
    };
  }, [href]);
  return { sound: sound.value, box };
}

interface WaveformProps {
  sound: Sound | undefined;
  duration: number;
  position: number;
  seek: (to: number) => void;
}

/** The bars, and a slider over them that keyboards, screen readers and fingers use. */
function Waveform({ sound, duration, position, seek }: WaveformProps) {
  const bars = sound?.peaks ?? Array.from({ length: 48 }, () => 0);
  return (
    <span class="voice-wave">
      <span class="voice-bars" aria-hidden="true">
        {bars.map((peak, at) => (
          <span
            key={at}
            class={duration > 0 && at / bars.length < position / duration ? 'voice-played' : ''}
            style={{ '--peak': Math.max(0.08, peak) }}
          />
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={position}
        disabled={duration === 0}
        aria-label={t('Position')}
        aria-valuetext={t('{position} of {duration}', {
          position: clockTime(position),
          duration: clockTime(duration),
        })}
        onInput={(event) => seek(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          seek(Math.max(0, Math.min(duration, position + step)));
        }}
      />
    </span>
  );
}

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { send } from '../../actions/send.ts';
import { transfer } from '../../actions/uploads.ts';
import { SendHorizontal } from '../../design/icons.ts';
import { Square, Trash2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { errorText, loadErrorTranslations } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { type Conversation, getKey } from '../../store/conversation.ts';
import { voiceMessage } from '../../store/local/voice-message.ts';
import { conversationName } from '../../text/names.ts';
import { clockTime } from '../message/sound.ts';
import { Recording } from '../message/voice-player.tsx';
import { VOICE_FORMAT } from './voice-format.ts';

/** Enough for a voice. */
const BITS_PER_SECOND = 32_000;
/** Seconds after which a recording ends by itself. */
const LONGEST = 600;
/** How many bars show how loud it was. */
const BARS = 40;
const PERIOD = 100;

interface Recorded {
  blob: Blob;
  /** Seconds. */
  length: number;
  ending: string;
}

interface RecorderProps {
  conversation: Conversation;
  close: () => void;
}

/**
 * Records a voice message: shows its length and how loud it is, then plays it before it is sent. It is for the
 * conversation in which the recording started.
 */
export function VoiceRecorder({ conversation, close }: RecorderProps) {
  const to = useRef(conversation).current;
  const recorded = useSignal<Recorded | undefined>(undefined);
  const error = useSignal('');
  const { isLive, seconds, levels, stop } = useMicrophone(recorded, error);
  const box = useRef<HTMLElement>(null);
  const isRecorded = recorded.value !== undefined;
  // Enter stops the recording, and then sends it.
  useEffect(() => box.current!.querySelector<HTMLElement>('.recorder-next')!.focus(), [isRecorded]);
  const { isSending, finish } = useSending({ recorded, error, stop, close });
  useLayoutEffect(() => {
    if (isLive || isRecorded) voiceMessage.value = { to, finish };
    return () => void (voiceMessage.value = undefined);
  }, [isLive, isRecorded]);
  return (
    <section ref={box} class="recorder" aria-label={t('Voice message')}>
      {recorded.value ? (
        <Recording name={t('Voice message')} blob={recorded.value.blob} />
      ) : (
        <span class="recorder-live">
          <span role="timer" class="voice-time" aria-label={t('Length of the recording')}>
            {clockTime(seconds)}
          </span>
          <Level levels={levels} />
        </span>
      )}
      {getKey(to) !== getKey(conversation) && (
        <span class="row-name">{t('To {name}', { name: conversationName(to) })}</span>
      )}
      <Button kind="quiet" icon={Trash2} label={t('Discard recording')} disabled={isSending} onClick={close} />
      {recorded.value ? (
        <Button
          class="recorder-next"
          kind="primary"
          icon={SendHorizontal}
          disabled={isSending}
          onClick={() => void finish((link) => send(to, link))}
        >
          {t('Send recording')}
        </Button>
      ) : (
        <Button class="recorder-next" icon={Square} disabled={isSending} onClick={stop}>
          {t('Stop')}
        </Button>
      )}
      {error.value && (
        <p class="recorder-error" role="alert">
          {error.value}
        </p>
      )}
    </section>
  );
}

const Level = ({ levels }: { levels: readonly number[] }) => (
  <span class="voice-wave" aria-hidden="true">
    <span class="voice-bars">
      {Array.from({ length: BARS }, (_, at) => (
        <span key={at} class="voice-played" style={{ '--peak': Math.max(0.08, levels.at(at - BARS) ?? 0) }} />
      ))}
    </span>
  </span>
);

/** Records from the first rendering until `stop`. The microphone is off afterwards, however the recording ends. */
function useMicrophone(recorded: Signal<Recorded | undefined>, error: Signal<string>) {
  const isLive = useSignal(false);
  const seconds = useSignal(0);
  const levels = useSignal<readonly number[]>([]);
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  useEffect(() => {
    const closed = new AbortController();
    void (async () => {
      let stream: MediaStream | undefined;
      const release = () => stream?.getTracks().forEach((track) => track.stop());
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: true });
        if (closed.signal.aborted || !VOICE_FORMAT) return release();
        const [mimeType, ending] = VOICE_FORMAT;
        const made = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
        made.start();
        recorder.current = made;
        isLive.value = true;
        const begin = performance.now();
        const measured = measure(stream, (level) => {
          levels.value = [...levels.peek(), level].slice(-BARS);
          seconds.value = (performance.now() - begin) / 1000;
          if (seconds.peek() >= LONGEST) stop();
        });
        made.ondataavailable = ({ data }) => {
          if (!closed.signal.aborted)
            recorded.value = { blob: data, length: (performance.now() - begin) / 1000, ending };
        };
        made.onstop = () => {
          measured.end();
          release();
          isLive.value = false;
        };
        closed.signal.addEventListener('abort', stop);
      } catch {
        release();
        if (!closed.signal.aborted)
          error.value = t('Klatch can’t use your microphone. Allow it in the settings of your browser.');
      }
    })();
    return () => closed.abort();
  }, []);
  return { isLive: isLive.value, seconds: seconds.value, levels: levels.value, stop };
}

/** Calls `tell` with how loud a stream is, from 0 to 1, ten times a second. */
function measure(stream: MediaStream, tell: (level: number) => void): { end: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    tell(
      Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      ),
    );
  }, PERIOD);
  return {
    end: () => {
      clearInterval(timer);
      void context.close();
    },
  };
}

interface SendingOptions {
  recorded: Signal<Recorded | undefined>;
  error: Signal<string>;
  stop: () => void;
  close: () => void;
}

/** Uploads the recording. A message has a link to it, which every client can play. */
function useSending({ recorded, error, stop, close }: SendingOptions) {
  const isSending = useSignal(false);
  const closed = useRef(new AbortController());
  useEffect(() => () => closed.current.abort(), []);
  const finish = async (deliver: (link: string) => void) => {
    if (isSending.peek()) return;
    isSending.value = true;
    error.value = '';
    stop();
    const { blob, length, ending } = await firstValue(recorded);
    try {
      const file = new File([blob], `voice-message.${ending}`, { type: blob.type });
      const url = await transfer(file, () => {}, closed.current.signal);
      close();
      deliver(`[${t('Voice message ({time})', { time: clockTime(length) })}](${url})`);
    } catch (cause) {
      await loadErrorTranslations();
      error.value = errorText(cause);
      isSending.value = false;
    }
  };
  return { isSending: isSending.value, finish };
}

/** The value of a signal as soon as it has one. */
const firstValue = <T,>(one: Signal<T | undefined>): Promise<T> =>
  new Promise((resolve) => one.subscribe((value) => value !== undefined && resolve(value)));

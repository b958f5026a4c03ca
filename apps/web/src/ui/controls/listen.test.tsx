import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';

const device = Object.assign(new EventTarget(), {
  voices: [] as { lang: string; localService: boolean }[],
  spoken: [] as Utterance[],
  cancelled: 0,
  getVoices: () => device.voices,
  speak: (utterance: Utterance) => void device.spoken.push(utterance),
  cancel: () => {
    device.cancelled += 1;
  },
});

class Utterance extends EventTarget {
  voice = null;
  lang = '';
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

vi.stubGlobal('speechSynthesis', device);
const { Listen } = await import('./listen.tsx');

beforeEach(() => {
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  Object.assign(device, { voices: [{ lang: 'en_KE', localService: true }], spoken: [], cancelled: 0 });
});

const button = (name: string) => screen.getByRole('button', { name });

describe('reading aloud', () => {
  it('is offered once the device has a voice of its own for the language', () => {
    device.voices = [
      { lang: 'sw-KE', localService: true },
      { lang: 'en-GB', localService: false },
    ];
    renderApp(<Listen title="Weeding" text="Weed the maize." />);
    expect(screen.queryByRole('button')).toBeNull();
    device.voices = [{ lang: 'en-GB', localService: true }];
    act(() => void device.dispatchEvent(new Event('voiceschanged')));
    expect(button('Listen: Weeding')).toBeTruthy();
  });

  it('speaks with that voice until it ends or is stopped', async () => {
    renderApp(<Listen title="Weeding" text="Weed the maize." />);
    await userEvent.click(button('Listen: Weeding'));
    const [first] = device.spoken;
    expect(first).toMatchObject({ text: 'Weed the maize.', lang: 'en_KE', voice: device.voices[0] });
    act(() => void first!.dispatchEvent(new Event('end')));
    await userEvent.click(button('Listen: Weeding'));
    await userEvent.click(button('Stop: Weeding'));
    expect(device.cancelled).toBe(3);
    expect(button('Listen: Weeding')).toBeTruthy();
  });

  it('moves to another text, and ends with the page', async () => {
    const page = renderApp(
      <>
        <Listen title="Weeding" text="Weed the maize." />
        <Listen title="Water" text="Ten jerrycans." />
      </>,
    );
    await userEvent.click(button('Listen: Weeding'));
    await userEvent.click(button('Listen: Water'));
    // Browsers report the end of the interrupted text later.
    act(() => void device.spoken[0]!.dispatchEvent(new Event('error')));
    expect(button('Listen: Weeding')).toBeTruthy();
    expect(button('Stop: Water')).toBeTruthy();
    const before = device.cancelled;
    page.unmount();
    expect(device.cancelled).toBe(before + 1);
  });
});

import type { AnnouncementAudience } from '@ardhi/contract';
import { MAX_ANNOUNCEMENT_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { newId } from '../../lib/device/id.ts';
import { checkText } from '../../lib/forms/checks.ts';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useLanguage, useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { type AnnouncementFields, AudienceFields } from './audience-fields.tsx';
import { type Audience, fetchAudience, useAudienceSize, useSendAnnouncement } from './queries.ts';

/** Empty filters of the form are absent in the request. */
const filledOf = (audience: Audience): Audience =>
  Object.fromEntries(Object.entries(audience).filter(([, value]) => value));

/** Writes an announcement; it is sent after its text and the number of its farmers are confirmed. */
export function AnnouncementForm({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const t = useT();
  const confirm = useConfirm();
  const send = useSendAnnouncement();
  const { language } = useLanguage();
  const other = language === 'en' ? 'sw' : 'en';
  // Sending again, after a timeout for example, is then the same announcement.
  const [_id] = useState(newId);
  const filled = (text: string) => checkText(text, t);
  const onSend = async ({ title, content, otherTitle, otherContent, ...fields }: AnnouncementFields) => {
    const chosen = filledOf(fields.audience);
    const { farmers, tooMany, left } = await fetchAudience(chosen);
    const translation = otherTitle ? { title: otherTitle, content: otherContent } : null;
    // Otherwise the server refuses it and says why.
    const canBeSent = farmers > 0 && !tooMany && left > 0;
    const sure =
      !canBeSent ||
      (await confirm({
        title: t('announcements.sendQuestion', { count: farmers }),
        text: <Preview texts={[{ title, content }, ...(translation ? [translation] : [])]} />,
        action: t('announcements.send', { count: farmers }),
        isSafe: true,
      }));
    if (!sure) return false;
    const body = { _id, title, content, language, translation, audience: chosen, expected: farmers };
    const sent = await send.mutateAsync({ body });
    toast.done(t('announcements.done', { count: sent.farmers }));
    return true;
  };
  return (
    <FormDialog<AnnouncementFields>
      title={t('announcements.new')}
      values={{ audience, title: '', content: '', otherTitle: '', otherContent: '' }}
      send={onSend}
      failed={t('announcements.error.send')}
      submit={t('announcements.continue')}
      busy={t('announcements.sending')}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        const hasOther = () => Boolean(form.getValues('otherTitle') || form.getValues('otherContent'));
        const filledWithOther = (text: string) => !hasOther() || filled(text);
        return (
          <>
            <AudienceFields form={form} />
            <Size control={form.control} />
            <TextField
              label={t('announcements.field.title')}
              required
              maxLength={MAX_NAME_LENGTH}
              {...field('title', { validate: filled })}
            />
            <TextArea
              label={t('announcements.field.content')}
              required
              rows={5}
              maxLength={MAX_ANNOUNCEMENT_LENGTH}
              {...field('content', { validate: filled })}
            />
            <Disclosure summary={t(`announcements.other.${other}`)}>
              <div lang={other} className="space-y-5">
                <p lang={language} className="text-sm text-muted">
                  {t('announcements.otherText')}
                </p>
                <TextField
                  label={t(`announcements.otherTitle.${other}`)}
                  maxLength={MAX_NAME_LENGTH}
                  {...field('otherTitle', { validate: filledWithOther })}
                />
                <TextArea
                  label={t(`announcements.otherContent.${other}`)}
                  rows={5}
                  maxLength={MAX_ANNOUNCEMENT_LENGTH}
                  {...field('otherContent', { validate: filledWithOther })}
                />
              </div>
            </Disclosure>
          </>
        );
      }}
    </FormDialog>
  );
}

function Preview({ texts }: { texts: { title: string; content: string }[] }) {
  return texts.map(({ title, content }) => (
    <span
      key={title + content}
      className="mt-3 block border-l-4 border-primary bg-sunken px-4 py-3 text-left"
    >
      <strong className="block">{title}</strong>
      <span className="block whitespace-pre-line wrap-anywhere">{content}</span>
    </span>
  ));
}

/** The number of farmers before the text is written. */
function Size({ control }: { control: Control<AnnouncementFields> }) {
  const t = useT();
  const { post } = useUser();
  const watched = useWatch({ control, name: 'audience' });
  const audience = filledOf(watched ?? {});
  const isChosen = Boolean(post?.county) || Object.keys(audience).length > 0;
  const size = useAudienceSize(audience, isChosen);
  return (
    <div role="status" className="border-y border-line py-3">
      {!isChosen && <p className="text-muted">{t('announcements.choose')}</p>}
      {isChosen && size.isPending && <p className="text-muted">{t('announcements.counting')}</p>}
      {size.isError && (
        <p className="text-clay">{detailOf(size.error, t) ?? t('announcements.error.audience')}</p>
      )}
      {isChosen && size.data && <SizeText size={size.data} />}
    </div>
  );
}

function SizeText({ size: { farmers, tooMany, left } }: { size: AnnouncementAudience }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <p className="num font-serif text-2xl font-semibold">
        {t(tooMany ? 'announcements.tooMany' : 'announcements.farmers', {
          count: farmers,
          most: format.number(farmers),
        })}
      </p>
      <p className={left > 0 ? 'text-sm text-muted' : 'font-semibold text-clay'}>
        {t('announcements.left', { count: left })}
      </p>
    </>
  );
}

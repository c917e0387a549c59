import { HOURS_MAX, REWARD_LABELS, Reward } from '@dolph/contract/people/availability'
import { ROLE_ABOUT_MAX, ROLE_SKILLS_MAX, RoleTerm, SEATS_MAX } from '@dolph/contract/roles/roles'
import type { Ref } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { SkillsField, type SkillsFieldHandle } from '../../people/skills/skills-field.tsx'
import { formatZoneOffset } from '../../people/zone-offset.ts'
import { TERM_LABELS } from '../role-texts.ts'
import { MustSkillsField } from './must-skills-field.tsx'
import type { RoleErrors, RoleFields } from './role-fields.ts'

interface Props {
  fields: RoleFields
  errors: RoleErrors
  onChange: (change: Partial<RoleFields>) => void
  skillsField: Ref<SkillsFieldHandle>
}

/** The inputs of a role form. */
export function RoleFieldset({ fields, errors, onChange, skillsField }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field
        label="Title"
        name="title"
        dir="auto"
        autoComplete="off"
        placeholder="Frontend developer"
        value={fields.title}
        onChange={(event) => onChange({ title: event.target.value })}
        error={errors.title}
      />
      <Textarea
        label="What will they do?"
        name="about"
        dir="auto"
        rows={3}
        max={ROLE_ABOUT_MAX}
        value={fields.about}
        onChange={(event) => onChange({ about: event.target.value })}
        error={errors.about}
        className="[&_textarea]:min-h-20!"
      />
      <div className="grid grid-cols-1 gap-2">
        <SkillsField
          ref={skillsField}
          value={fields.skills}
          max={ROLE_SKILLS_MAX}
          onChange={(skills) =>
            onChange({
              skills,
              mustSkills: fields.mustSkills.filter((skill) => skills.includes(skill)),
            })
          }
          error={errors.skills}
        />
        <MustSkillsField
          skills={fields.skills}
          value={fields.mustSkills}
          onChange={(mustSkills) => onChange({ mustSkills })}
          error={errors.mustSkills}
        />
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        <NumberField
          label="Hours a week, from"
          name="from"
          max={HOURS_MAX}
          value={fields.from}
          onChange={(from) => onChange({ from })}
          error={errors.hours}
        />
        <NumberField
          label="To"
          name="to"
          max={HOURS_MAX}
          value={fields.to}
          onChange={(to) => onChange({ to })}
        />
        <Select
          label="For how long"
          options={RoleTerm.options.map((value) => ({ value, label: TERM_LABELS[value] }))}
          value={fields.term}
          onChange={(term) => onChange({ term })}
          className="max-sm:col-span-2"
        />
        <Select
          label="Time zone"
          options={listPlaces(fields.place)}
          value={fields.place === '' ? ANY_PLACE : fields.place}
          onChange={(place) => onChange({ place: place === ANY_PLACE ? '' : place })}
          error={errors.zoneSpread}
          className="col-span-2"
        />
        <NumberField
          label="People"
          name="seats"
          max={SEATS_MAX}
          value={fields.seats}
          onChange={(seats) => onChange({ seats })}
          error={errors.seats}
        />
      </div>
      <RewardFields fields={fields} errors={errors} onChange={onChange} />
    </div>
  )
}

function RewardFields({ fields, errors, onChange }: Omit<Props, 'skillsField'>) {
  const isPaid = fields.reward === 'paid'
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Select
        label="Reward"
        options={Reward.options.map((value) => ({ value, label: REWARD_LABELS[value] }))}
        value={fields.reward}
        onChange={(reward) => onChange({ reward })}
      />
      <Field
        label={isPaid ? 'What is paid' : 'Note on the reward'}
        name="rewardNote"
        dir="auto"
        autoComplete="off"
        placeholder={isPaid ? '40 € an hour' : 'Optional'}
        hint={isPaid ? 'Dolph doesn’t handle payments. Agree in writing.' : undefined}
        value={fields.rewardNote}
        onChange={(event) => onChange({ rewardNote: event.target.value })}
        error={errors.rewardNote}
      />
    </div>
  )
}

interface NumberFieldProps {
  label: string
  name: string
  max: number
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

function NumberField({ onChange, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      type="number"
      inputMode="numeric"
      min={1}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The select takes an empty value for no choice. */
const ANY_PLACE = 'any'

/** Any time zone, or near the viewer's; a role that is edited may be near another one. */
function listPlaces(chosen: string) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set([own, chosen.split(' ')[1] ?? own])
  return [
    { value: ANY_PLACE, label: 'Any time zone' },
    ...[...zones].flatMap((zone) =>
      [3, 6].map((spread) => ({
        value: `${spread} ${zone}`,
        label: `Within ${spread} h of ${formatZoneOffset(zone)}`,
      })),
    ),
  ]
}

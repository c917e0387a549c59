import {
  AVAILABILITY_NOTE_MAX,
  AVAILABILITY_TOPICS_MAX,
  HOURS_MAX,
  Reward,
  REWARD_LABELS,
} from '@dolph/contract/people/availability'
import { Topic, TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { useNow } from '../../../lib/now.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { ToggleList } from '../../../ui/forms/toggle-list.tsx'
import {
  getDayRange,
  type AvailabilityErrors,
  type AvailabilityFields,
} from './availability-fields.ts'

interface Props {
  fields: AvailabilityFields
  errors: AvailabilityErrors
  onChange: (change: Partial<AvailabilityFields>) => void
}

/** The inputs of what a member offers. */
export function AvailabilityFieldset({ fields, errors, onChange }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        <Field
          label="Hours a week"
          name="hours"
          type="number"
          inputMode="numeric"
          min={1}
          max={HOURS_MAX}
          value={fields.hours}
          onChange={(event) => onChange({ hours: event.target.value })}
          error={errors.hours}
        />
        <Field
          label="Until"
          name="until"
          type="date"
          {...getDayRange(useNow())}
          value={fields.until}
          onChange={(event) => onChange({ until: event.target.value })}
          error={errors.until}
        />
        <Select
          label="Time zone"
          options={listZones(fields.zone)}
          value={fields.zone}
          onChange={(zone) => onChange({ zone })}
          error={errors.zone}
          className="col-span-2"
        />
      </div>
      <ToggleList
        label="Rewards"
        hint="Pick all that work for you."
        options={Reward.options.map((value) => ({ value, label: REWARD_LABELS[value] }))}
        value={fields.rewards}
        onChange={(rewards) => onChange({ rewards })}
        error={errors.rewards}
      />
      <ToggleList
        label="Topics"
        hint={`Up to ${AVAILABILITY_TOPICS_MAX}.`}
        options={Topic.options.map((value) => ({ value, label: TOPIC_LABELS[value] }))}
        max={AVAILABILITY_TOPICS_MAX}
        value={fields.topics}
        onChange={(topics) => onChange({ topics })}
        error={errors.topics}
      />
      <Textarea
        label="What would you like to do?"
        name="note"
        dir="auto"
        rows={2}
        max={AVAILABILITY_NOTE_MAX}
        value={fields.note}
        onChange={(event) => onChange({ note: event.target.value })}
        error={errors.note}
        className="[&_textarea]:min-h-18!"
      />
    </div>
  )
}

/** The zones that the browser knows, and the chosen one, which another browser may have named otherwise. */
function listZones(chosen: string) {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), chosen])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

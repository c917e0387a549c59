import { z } from 'zod'

const Text = z.string().trim().min(1)
const Days = z.int().min(1).max(90)
const Port = z.int().min(1).max(65_535)

const UpdateEntry = {
  schedule: z.strictObject({
    interval: z.enum(['daily', 'weekly', 'monthly']),
    day: z
      .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
      .optional(),
  }),
  'open-pull-requests-limit': z.int().min(0).optional(),
  'commit-message': z.strictObject({ prefix: Text.max(50) }),
  groups: z.record(
    z.string().regex(/^[a-z]([\w|/-]*[a-z])?$/i),
    z.strictObject({
      patterns: z.array(Text).min(1),
      'update-types': z.array(z.enum(['major', 'minor', 'patch'])).optional(),
    }),
  ),
  ignore: z
    .array(
      z.strictObject({
        'dependency-name': Text,
        'update-types': z.array(
          z.enum([
            'version-update:semver-major',
            'version-update:semver-minor',
            'version-update:semver-patch',
          ]),
        ),
      }),
    )
    .optional(),
}
const Folder = z.string().startsWith('/')
// Dependabot rejects cooldown days per semver level for actions and images.
const FlatCooldown = z.strictObject({ 'default-days': Days })

/** The part of Dependabot's configuration that this repository uses. */
export const DependabotConfig = z.strictObject({
  version: z.literal(2),
  updates: z.array(
    z.discriminatedUnion('package-ecosystem', [
      z.strictObject({
        ...UpdateEntry,
        'package-ecosystem': z.literal('npm'),
        directory: Folder,
        'versioning-strategy': z.enum(['auto', 'increase', 'increase-if-necessary', 'widen']),
        cooldown: z.strictObject({
          'default-days': Days,
          'semver-major-days': Days.optional(),
          'semver-minor-days': Days.optional(),
          'semver-patch-days': Days.optional(),
        }),
      }),
      z.strictObject({
        ...UpdateEntry,
        'package-ecosystem': z.literal('github-actions'),
        directory: Folder,
        cooldown: FlatCooldown,
      }),
      z.strictObject({
        ...UpdateEntry,
        'package-ecosystem': z.literal('docker'),
        directories: z.array(Folder).min(1),
        cooldown: FlatCooldown,
      }),
    ]),
  ),
})
export type DependabotConfig = z.infer<typeof DependabotConfig>

const Validations = z.strictObject({ required: z.boolean() }).optional()
const Id = z.string().regex(/^[\w-]+$/)
const Field = { label: Text, description: Text.optional() }

const FormElement = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('markdown'),
    attributes: z.strictObject({ value: Text }),
  }),
  z.strictObject({
    type: z.literal('input'),
    id: Id,
    attributes: z.strictObject({ ...Field, placeholder: Text.optional(), value: Text.optional() }),
    validations: Validations,
  }),
  z.strictObject({
    type: z.literal('textarea'),
    id: Id,
    attributes: z.strictObject({
      ...Field,
      placeholder: Text.optional(),
      value: Text.optional(),
      render: Text.optional(),
    }),
    validations: Validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id: Id,
    attributes: z.strictObject({
      ...Field,
      // "None" is reserved: GitHub adds it to an optional dropdown.
      options: z.array(Text.refine((option) => !/^none$/i.test(option))).refine(isUnique),
      multiple: z.boolean().optional(),
    }),
    validations: Validations,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id: Id,
    attributes: z.strictObject({
      ...Field,
      options: z.array(z.strictObject({ label: Text, required: z.boolean().optional() })).min(1),
    }),
  }),
])

/** A GitHub issue form: `.github/ISSUE_TEMPLATE/*.yml`. */
export const IssueForm = z.strictObject({
  name: Text,
  description: Text,
  title: Text.optional(),
  labels: z.array(Text).optional(),
  body: z
    .array(FormElement)
    .refine((body) => body.some(({ type }) => type !== 'markdown'), 'needs an input field')
    .refine(
      (body) => isUnique(body.flatMap((part) => ('id' in part ? part.id : []))),
      'repeats an id',
    )
    .refine(
      (body) =>
        isUnique(body.flatMap(({ attributes }) => ('label' in attributes ? attributes.label : []))),
      'repeats a label',
    ),
})

/** The page where a form is chosen. GitHub ignores a contact link that is not https. */
export const IssueChooser = z.strictObject({
  blank_issues_enabled: z.boolean(),
  contact_links: z
    .array(z.strictObject({ name: Text, url: z.url({ protocol: /^https$/ }), about: Text }))
    .optional(),
})

const PortAttributes = z.strictObject({
  label: Text.optional(),
  onAutoForward: z.enum([
    'notify',
    'openBrowser',
    'openBrowserOnce',
    'openPreview',
    'silent',
    'ignore',
  ]),
  requireLocalPort: z.boolean().optional(),
})

/** The part of the Dev Container specification that this repository uses, with Docker Compose. */
export const DevContainer = z.strictObject({
  name: Text,
  dockerComposeFile: Text,
  service: Text,
  workspaceFolder: z.string().startsWith('/'),
  remoteUser: Text,
  postCreateCommand: Text,
  forwardPorts: z.array(Port).refine(isUnique),
  portsAttributes: z.record(z.string().regex(/^\d+$/), PortAttributes),
  otherPortsAttributes: PortAttributes,
  customizations: z.strictObject({
    vscode: z.strictObject({ extensions: z.array(z.string().regex(/^[\w-]+\.[\w-]+$/)) }),
  }),
})
export type DevContainer = z.infer<typeof DevContainer>

const Service = {
  command: z.array(z.string()).optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+$/)).optional(),
}

/** The Compose file of the dev container: one built service, the others in its network namespace. */
export const DevCompose = z.strictObject({
  name: z.string().regex(/^[a-z\d][a-z\d_-]*$/),
  services: z
    .strictObject({
      app: z.strictObject({
        ...Service,
        build: z.strictObject({ context: Text, dockerfile: Text }),
        platform: z.literal('linux/amd64'),
        init: z.boolean(),
        shm_size: z.string().regex(/^\d+[mg]b$/),
      }),
    })
    .catchall(
      z.strictObject({
        ...Service,
        image: z.string().regex(/^[a-z/]+:[\w.-]+$/),
        network_mode: z.literal('service:app'),
        restart: z.literal('unless-stopped'),
      }),
    ),
  volumes: z.record(z.string(), z.null()),
})
export type DevCompose = z.infer<typeof DevCompose>

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

import type { ProjectImport } from '@dolph/contract/imports/imports'
import type { UseFormReturn } from 'react-hook-form'
import { createTempId } from '../../../lib/temp-id.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { useNewPostProject } from '../../projects/writing/use-new-post-project.ts'
import { toRoleFields } from '../../roles/writing/role-fields.ts'
import type { NewPostRoles } from '../../roles/writing/use-new-post-roles.ts'
import type { PostFields } from '../writing/post-fields.ts'
import { findReplacedFields, IMPORTED_FIELD_NAMES } from './import-fields.ts'

interface Parts {
  form: UseFormReturn<PostFields>
  newRoles: NewPostRoles
  newProject: ReturnType<typeof useNewPostProject>
}

/** Fills the form of a new post from an import. What the import does not say stays as it is. */
export function useFillForm({ form, newRoles, newProject }: Parts) {
  return {
    findReplaced: (draft: ProjectImport) => findReplacedFields(draft, form.getValues()),
    onFill: (draft: ProjectImport) => {
      for (const name of IMPORTED_FIELD_NAMES) {
        if (draft[name] === '') continue
        form.setValue(name, draft[name], { shouldDirty: true, shouldValidate: true })
      }
      newProject.change({
        ...(draft.state && { state: draft.state }),
        ...(draft.topics.length > 0 && { topics: draft.topics }),
      })
      const roles = draft.roles.map((role) => ({
        tempId: createTempId(),
        fields: toRoleFields(role),
      }))
      if (roles.length > 0) newRoles.add(roles)
      toast.success('The form is filled. Nothing is published yet.')
    },
  }
}

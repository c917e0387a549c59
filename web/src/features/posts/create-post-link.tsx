import { Plus } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'

export function CreatePostLink() {
  return (
    <ButtonLink to="/posts/create" variant="accent" icon={Plus}>
      Create New Post
    </ButtonLink>
  )
}

import { useNavigate } from 'react-router'
import { PeopleSearch } from '../features/accounts/people-search.tsx'

/** The way to another member, while there are no messages yet. */
export function FindPeople() {
  const navigate = useNavigate()
  return (
    <PeopleSearch
      label="Find people"
      onChoose={({ userName }) => void navigate(`/profile/${userName}`)}
      className="w-full max-w-sm text-left"
    />
  )
}

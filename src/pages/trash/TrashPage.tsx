export default function TrashPage() {
  return null
}

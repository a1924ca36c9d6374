"""moto's server, with what it lacks: SES's identities and global tables in CloudFormation, what a stack retains, and what CDK asks of change sets."""
from moto.cloudformation import responses
from moto.cloudformation.exceptions import CloudFormationError, ValidationError
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.parsing import ResourceMap
from moto.core import model_instances
from moto.core.responses import EmptyResult
from moto.core.common_models import CloudFormationModel
from moto.dynamodb.models.table import Table
from moto.s3.models import s3_backends
from moto.ses.models import RawMessage, ses_backends


class Identity(CloudFormationModel):
    # moto reads the service from it.
    __module__ = "moto.ses.models"

    def __init__(self, name):
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_name_type():
        return ""

    @staticmethod
    def cloudformation_type():
        return "AWS::SES::EmailIdentity"

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr.startswith("DkimDNSToken")

    def get_cfn_attribute(self, attribute_name):
        return f"{attribute_name}.emulated"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        name = cloudformation_json["Properties"]["EmailIdentity"]
        ses = ses_backends[account_id][region_name]
        if name in ses.email_identities:
            raise ValueError(f"{name} already exists")
        ses.create_email_identity_v2(name, None, None, None)
        return cls(name)

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        del ses_backends[account_id][region_name].email_identities[resource_name]


class GlobalTable(CloudFormationModel):
    """One of a single replica, which the emulator keeps as a table."""

    __module__ = "moto.dynamodb.models"
    cloudformation_name_type = Table.cloudformation_name_type
    has_cfn_attr = Table.has_cfn_attr
    delete_from_cloudformation_json = Table.delete_from_cloudformation_json

    @staticmethod
    def cloudformation_type():
        return "AWS::DynamoDB::GlobalTable"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        properties = cloudformation_json["Properties"]
        (replica,) = properties["Replicas"]
        plain = {**properties, "DeletionProtectionEnabled": replica.get("DeletionProtectionEnabled", False)}
        return Table.create_from_cloudformation_json(
            resource_name, {"Properties": plain}, account_id, region_name, **kwargs
        )


set_stream_specification = Table.set_stream_specification


def set_or_end_stream(self, streams):
    self.latest_stream_label = None
    set_stream_specification(self, streams)


Table.set_stream_specification = set_or_end_stream

delete = ResourceMap._delete_resource


def delete_unless_retained(self, parsed_resource, resource_json):
    policy = resource_json.get("DeletionPolicy", "")
    is_table = resource_json["Type"] in ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable")
    if policy != "Retain" and not (is_table and policy == "RetainExceptOnCreate"):
        delete(self, parsed_resource, resource_json)


create_change_set = CloudFormationBackend.create_change_set
delete_change_set = CloudFormationBackend.delete_change_set
found_change_set = CloudFormationBackend.describe_change_set


def import_by_update(self, **kwargs):
    if kwargs["change_set_type"] == "IMPORT":
        kwargs["change_set_type"] = "UPDATE"
    return create_change_set(self, **kwargs)


def delete_if_there(self, change_set_name):
    try:
        delete_change_set(self, change_set_name)
    except UnboundLocalError:
        pass


class ChangeSetNotFound(CloudFormationError):
    code = "ChangeSetNotFound"


def describe_change_set(self, change_set_name):
    try:
        return found_change_set(self, change_set_name)
    except ValidationError:
        raise ChangeSetNotFound(f"ChangeSet [{change_set_name}] does not exist")


def template_at(url, account_id, partition):
    # As CDK writes it: the endpoint, the bucket and the key.
    bucket, key = url.split("/", 4)[3:]
    return s3_backends[account_id][partition].get_object(bucket, key).value.decode()


ResourceMap._delete_resource = delete_unless_retained
CloudFormationBackend.create_change_set = import_by_update
CloudFormationBackend.delete_change_set = delete_if_there
CloudFormationBackend.describe_change_set = describe_change_set
responses.get_stack_from_s3_url = template_at
responses.CloudFormationResponse.update_termination_protection = lambda self: EmptyResult()
# What /moto-api/data.json shows: some other models cannot be shown.
model_instances.model_data = {"ses": {"RawMessage": RawMessage}}

if __name__ == "__main__":
    from moto.server import main

    main()
